"""The student's side: processes in which the student's code runs.

Theory of operation
-------------------
``python -m grader.worker fork`` is the launcher: it loads numpy, never any student's
code, and forks a process for each test on request (`grader.worker.forkserver`).
``python -m grader.worker plain`` is one such process, started from scratch, for systems
without fork (`grader.worker.plain`). Either way the process then lives the same life
(`grader.worker.life`): it waits for the source text, takes its limits, executes the
source as a module and answers calls over the wire until it is ended from outside.

No test, no expected value and no path of one ever gets here. Only the standard library,
numpy, msgpack and `grader.wire` may be imported.
"""
