"""What passes between the command and its runners survives JSON."""

import json

import pytest

from grader.model import Failure, Fault, FaultKind, Limits, Outcome, Output, TestResult
from grader.run.tasks import Report, Setup, Task

SETUP = Setup(
    problem="twice",
    folder="/problems/twice",
    test_files=("test_examples.py", "test_hidden.py"),
    file_name="twice.py",
    functions={"f": ("x", "y"), "g": ()},
    support=None,
    reference="def f(x, y): ...",
    stub="def f(x, y): ...\n# \N{GREEK SMALL LETTER ALPHA}\ud800",
    limits=Limits(wall_seconds=0.5),
    categories={"values": 1.5},
)
FAULT = Fault(kind=FaultKind.SYNTAX, message="m", line=3, source="x = (")
TEST = TestResult(
    id="test_f[1]",
    title="It doubles",
    category="values",
    visible=False,
    outcome=Outcome.FAILED,
    max_points=1.5,
    message="m",
    failure=Failure(call="f(1)", got="\x00\x1b", line=2),
    output=Output(stdout="a\u2028b", truncated=True),
    wall_seconds=0.25,
    cpu_seconds=float("inf"),
)
REPORT = Report(
    tests=(TEST, TEST), fault=None, versions={"python": "3"}, wall_seconds=1
)


@pytest.mark.parametrize(
    "record",
    [
        SETUP,
        Task(source="x = 1", seed=2**127),
        Task(source="", seed=0, fault=FAULT, tests=("a", "b"), reverse=True),
        Task(source="", seed=0, tests=(), categories=("values",)),
        REPORT,
        Report(tests=(), fault=FAULT, versions={}, wall_seconds=0.0),
    ],
    ids=lambda record: type(record).__name__,
)
def test_a_record_survives_its_line(record):
    """A record that was written as a line of JSON is read as what it was."""
    line = json.dumps(record.to_json())
    assert "\n" not in line
    assert type(record).from_json(json.loads(line)) == record
