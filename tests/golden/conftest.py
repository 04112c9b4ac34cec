"""The option that writes the golden records anew."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--golden-update",
        action="store_true",
        help="write the golden records anew, after a wanted change",
    )
