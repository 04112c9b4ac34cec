"""Runs a problem's tests on submissions.

Theory of operation
-------------------
The command's own process never loads a test. It holds a `Pool` of runners
(`grader.run.pool`), one trusted process each (``python -m grader.run``), and talks to
them in lines of JSON. A runner collects the problem's tests once with pytest and then
loops over submissions: `grader.run.loop` is a pytest plugin whose
``pytest_runtestloop`` takes a submission, runs every test through pytest's own hooks
and passes on what pytest-json-report says of them (`grader.run.report`). The runner
never executes a student's code: that happens in the processes of `grader.sandbox`, a
fresh one per test.

Before the first submission the runner grades the reference. That proves the tests,
warms everything up, and tells later whose fault an odd exception is. After each
submission the test modules' own state is compared with what it was
(`grader.run.state`); if it has changed, the tests are collected anew, so that every
submission sees the same.
"""
