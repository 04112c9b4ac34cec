"""The one module that knows pytest-json-report.

Each test's outcome and message travel in its metadata. The report's own outcome must
agree with them.
"""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import pytest

from grader.model import Outcome, TestResult

__all__ = ["ARGUMENTS", "JsonReports", "clashes", "metadata", "test_id"]

ARGUMENTS: Final = (
    *("-p", "pytest_jsonreport.plugin", "-p", "pytest_metadata.plugin"),
    *("--json-report", "--json-report-file=none", "--json-report-omit"),
    *("collectors", "log", "traceback", "streams", "warnings", "keywords"),
)


def metadata(result: TestResult) -> dict[str, str]:
    """Return what the report keeps of a test's record."""
    return {"outcome": result.outcome, "message": result.message}


def test_id(node_id: str) -> str:
    """Return a test's id: its node id without the file."""
    return node_id.partition("::")[2]


def clashes(node_ids: Iterable[str]) -> list[str]:
    """Return a complaint for each id that two tests share: results are kept by id."""
    times = Counter(map(test_id, node_ids))
    return [
        f"two tests have the id {name}: give one of them another name"
        for name in times
        if times[name] > 1
    ]


class JsonReports:
    """Takes one report per submission from pytest-json-report."""

    def __init__(self, config: pytest.Config) -> None:
        self._plugin = config._json_report  # type: ignore[attr-defined]  # noqa: SLF001

    def begin(self, session: pytest.Session) -> None:
        """Start an empty report."""
        self._plugin._json_tests.clear()  # noqa: SLF001
        self._plugin.pytest_sessionstart(session)

    def finish(self, session: pytest.Session) -> dict[str, Outcome]:
        """Return the outcomes of the report, by test."""
        self._plugin.pytest_sessionfinish(session)
        report: Mapping[str, Any] = self._plugin.report
        return {test_id(test["nodeid"]): _outcome(test) for test in report["tests"]}


def _outcome(test: Mapping[str, Any]) -> Outcome:
    outcome = Outcome(test["metadata"]["outcome"])
    # A test that was stopped has not passed, whatever it made of that itself.
    settled = outcome in (Outcome.PASSED, Outcome.FAILED, Outcome.SKIPPED)
    if settled and test["outcome"] != outcome:
        raise ValueError(f"pytest says {test['outcome']}, the record {outcome}")
    return outcome
