"""Finds out which isolation levels this machine has, by attacking each of them.

That a program is installed says little: whether a level holds depends on the kernel, on
how it is set up and on the container around. So a server is started at the level, with
the very command line that grading uses, and a small hostile module is run as if it were
a submission. A level counts only if nothing that the module tried has worked.
"""

from grader.isolation.probe import probe
from grader.isolation.survey import Surveyed, available, candidates, survey

__all__ = ["Surveyed", "available", "candidates", "probe", "survey"]
