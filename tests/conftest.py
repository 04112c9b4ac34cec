"""What the whole suite says at its end."""

import pytest

from tests.attacks.levels import not_tried


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Say which isolation levels could not be tried, and as whom."""
    for line in not_tried():
        terminalreporter.write_line(line)
