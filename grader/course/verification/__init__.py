"""Proves a problem fair.

Theory of operation
-------------------
`evidence.gather` runs everything that must be run: the tests on the reference, the
stub and each known-right and known-wrong solution, three times (twice in order, once
in reverse), and the examples of the statement on the reference. No test and no
solution is ever loaded into the command's own process: the runners of `grader.run` do
it, and the statement's examples become a small test file for one of them (`replay`).

Each other module here makes one or a few of the checks, from the evidence and from the
text of the problem's files. A check has a claim, such as "the stub fails every test",
and a fault for each thing that speaks against it. What a fault makes meaningless is
left out of the later checks: a test that the reference fails counts in the first check
only, or each wrong solution would be blamed for it as well.
"""
