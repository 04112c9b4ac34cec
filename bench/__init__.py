"""How fast is grading, compared with plain runners that protect nothing?

``make bench`` runs `bench.run`. It writes a class of made-up students (`students`),
turns the hidden tests into plain ones that run beside a student's file (`cases`,
`plain`), and takes turns: each round runs every variant once, so that a slow minute of
the machine hits all of them. What is timed is a whole command, from its start to its
exit. Every variant must give every file the same marks, or the bench fails.
"""
