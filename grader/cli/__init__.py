"""The command line: parse, call one function, draw what it returns, exit.

Only this package reads environment variables and prints.
"""

from grader.cli.border import main

__all__ = ["main"]
