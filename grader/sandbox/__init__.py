"""Starts student processes and ends them, whatever they do.

Theory of operation
-------------------
A command starts one `Server` and each of its runners gets a `Launcher` from it, which
makes a `Box` per submission, and that one `Process` per test. A process is a stream of
frames, two captured streams of output and an end; it never outlives `Process.end`.
Deadlines are this side's own monotonic clock, and how a process ended is told by the
operating system, never by the process. What the student's code did (took too long,
died, flooded) is raised as `Stopped` with the test's outcome; what went wrong on our
side is `SandboxFailed`.

Two launchers stand behind the same interface: `forklauncher` (Linux) and `plain`
(everywhere). Isolation levels are rows in `levels.LEVELS`.
"""

from grader.sandbox.base import Box, Ending, Launcher, Process, Server, Stopped
from grader.sandbox.levels import LEVELS, Level, attach, launcher, serve
from grader.sandbox.loading import load_frame

__all__ = [
    "LEVELS",
    "Box",
    "Ending",
    "Launcher",
    "Level",
    "Process",
    "Server",
    "Stopped",
    "attach",
    "launcher",
    "load_frame",
    "serve",
]
