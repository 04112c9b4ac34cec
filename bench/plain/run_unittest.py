"""Copied beside a student's file: run the tests in this process, write a report."""

import json
import unittest
from pathlib import Path


class Report(unittest.TestResult):
    """Keeps the names of the tests that passed."""

    def __init__(self):
        super().__init__()
        self.buffer = True
        self.passed = []

    def addSuccess(self, test):  # noqa: N802  # unittest's own name
        """Take a test that passed."""
        super().addSuccess(test)
        self.passed.append(test.id().rpartition(".")[2])


report = Report()
suite = unittest.defaultTestLoader.discover(".", pattern="unittest_plain.py")
suite.run(report)
Path("passed.json").write_text(json.dumps(report.passed), "utf-8")
