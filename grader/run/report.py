"""The one module that knows pytest-json-report.

Each test's record travels in its metadata; the report's own outcome must agree with it.
"""

from collections.abc import Mapping, Sequence
from typing import Any, Final

import pytest

from grader.model import Outcome, TestResult, test_from_json

__all__ = ["ARGUMENTS", "METADATA", "JsonReports"]

ARGUMENTS: Final = (
    *("-p", "pytest_jsonreport.plugin", "-p", "pytest_metadata.plugin"),
    *("--json-report", "--json-report-file=none", "--json-report-omit"),
    *("collectors", "log", "traceback", "streams", "warnings", "keywords"),
)

METADATA: Final = "grader"  # the key under which a test's record lies

_AGREES: Final[Mapping[str, Sequence[Outcome]]] = {
    "passed": [Outcome.PASSED],
    "skipped": [Outcome.SKIPPED],
}


class JsonReports:
    """Takes one report per submission from pytest-json-report."""

    def __init__(self, config: pytest.Config) -> None:
        self._plugin = config._json_report  # type: ignore[attr-defined]  # noqa: SLF001

    def begin(self, session: pytest.Session) -> None:
        """Start an empty report."""
        self._plugin._json_tests.clear()  # noqa: SLF001
        self._plugin.pytest_sessionstart(session)

    def finish(self, session: pytest.Session) -> dict[str, TestResult]:
        """Return the tests of the report, by node id."""
        self._plugin.pytest_sessionfinish(session)
        report: Mapping[str, Any] = self._plugin.report
        return {test["nodeid"]: _result(test) for test in report["tests"]}


def _result(test: Mapping[str, Any]) -> TestResult:
    result = test_from_json(test["metadata"][METADATA])
    allowed = _AGREES.get(test["outcome"])
    agrees = (
        result.outcome in allowed
        if allowed is not None
        else result.outcome not in (Outcome.PASSED, Outcome.SKIPPED)
    )
    # A test that was stopped has not passed, whatever it made of that.
    stopped = result.outcome not in (Outcome.PASSED, Outcome.FAILED, Outcome.SKIPPED)
    if not agrees and not stopped:
        raise ValueError(f"pytest says {test['outcome']}, the record {result.outcome}")
    return result
