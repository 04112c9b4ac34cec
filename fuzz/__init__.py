"""A fuzzer of all that the trusted side does with bytes from a student's process.

Theory of operation
-------------------
A frame is made from a seed and its number alone (`fuzz.frames`), so any frame can be
made again without those before it. Half of them start from a sound value of random type
(`fuzz.values`), packed as the worker packs it; the others are packed by hand with lies
in them whose lengths around are right (`fuzz.lies`), so that they are read far in.
`fuzz.mutate` then breaks most of them: bits, heads, spliced and cut bytes, and in the
end the length of the frame and the pieces in which it arrives.

Each is read as `grader.remote` reads it (`fuzz.reading`), and `fuzz.rules` checks that
nothing but the wire's own errors comes out, that it took no longer and no more memory
than it may, and that no dict was made whose keys all have one hash. `fuzz.run` is the
command: processes of its own, a limit of address space, and a watch over them that
tells which frame ended or hung one.
"""
