"""The record: there and back, and as its published schema has it."""

import json
from dataclasses import fields, replace
from functools import cache
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from grader.model import (
    CategoryResult,
    Failure,
    Fault,
    FaultKind,
    Outcome,
    Output,
    Result,
    Status,
    TestResult,
)

# Low surrogates are what undecodable bytes become; a high one before them would be
# read back from JSON as the one character that the two encode.
TEXTS = st.text(
    st.characters(max_codepoint=0x1FFFF, exclude_categories=["Cs"])
    | st.sampled_from("\x00\x1b\x7f\x85\u202e\u2066\u2028\ufeff\udc80\udcff"),
    max_size=8,
)
NUMBERS = st.floats(min_value=0.0, max_value=1e6)
COUNTS = st.integers(min_value=0, max_value=99)
LINES = st.none() | st.integers(min_value=1, max_value=10**6)
KNOWN = st.none() | TEXTS
DIGESTS = st.binary(min_size=32, max_size=32).map(lambda b: f"sha256:{b.hex()}")

FAILURES = st.builds(
    Failure,
    call=KNOWN,
    expected=KNOWN,
    got=KNOWN,
    differs=KNOWN,
    allowed=KNOWN,
    line=LINES,
    source=KNOWN,
    hint=KNOWN,
)
OUTPUTS = st.builds(Output, stdout=TEXTS, stderr=TEXTS, truncated=st.booleans())
TESTS = st.builds(
    TestResult,
    id=TEXTS,
    title=TEXTS,
    category=KNOWN,
    visible=st.booleans(),
    outcome=st.sampled_from(Outcome),
    points=NUMBERS,
    max_points=NUMBERS,
    message=TEXTS,
    failure=st.none() | FAILURES,
    output=OUTPUTS,
    wall_seconds=NUMBERS,
    cpu_seconds=NUMBERS,
)
FAULTS = st.builds(
    Fault, kind=st.sampled_from(FaultKind), message=TEXTS, line=LINES, source=KNOWN
)
CATEGORIES = st.builds(
    CategoryResult,
    id=TEXTS,
    title=TEXTS,
    score=NUMBERS,
    max_score=NUMBERS,
    passed=COUNTS,
    total=COUNTS,
    hint=TEXTS,
)
RESULTS = st.builds(
    Result,
    problem=TEXTS,
    problem_title=TEXTS,
    problem_digest=DIGESTS,
    hidden_tests=COUNTS,
    student=TEXTS,
    submission=TEXTS,
    submission_digest=st.none() | DIGESTS,
    status=st.sampled_from(Status),
    score=NUMBERS,
    max_score=NUMBERS,
    fault=st.none() | FAULTS,
    categories=st.lists(CATEGORIES, max_size=2).map(tuple),
    tests=st.lists(TESTS, max_size=2).map(tuple),
    isolation=TEXTS,
    seed=st.none() | st.integers(min_value=0, max_value=2**64 - 1),
    versions=st.dictionaries(TEXTS, TEXTS, max_size=2),
    wall_seconds=NUMBERS,
)

RESULT = Result(
    problem="gradient_check",
    problem_title="Gradient check for a backward pass",
    problem_digest="sha256:" + "0" * 64,
    hidden_tests=1,
    student="s014",
    submission="inbox/s014/gradient_check.py",
    submission_digest="sha256:" + "1" * 64,
    status=Status.GRADED,
    score=1.5,
    max_score=2.0,
    fault=Fault(kind=FaultKind.SYNTAX, message="SyntaxError: invalid syntax", line=3),
    categories=(
        CategoryResult(
            id="formula",
            title="Formula",
            score=1.5,
            max_score=2.0,
            passed=3,
            total=4,
            hint="Divide by both lengths.",
        ),
    ),
    tests=(
        TestResult(
            id="test_scale",
            title="The scale does not matter.",
            category="formula",
            visible=False,
            outcome=Outcome.FAILED,
            points=0.0,
            max_points=0.5,
            message="[0] error: 4.0 for 0.9",
            failure=Failure(got="(4.0, False)"),
            output=Output(stdout="hello\n"),
            wall_seconds=0.002,
            cpu_seconds=0.001,
        ),
    ),
    isolation="full",
    seed=7,
    versions={"numpy": "2.4.6"},
    wall_seconds=0.25,
)


def schema(name: str) -> dict[str, Any]:
    text = files("grader").joinpath("schemas", name).read_text(encoding="utf-8")
    loaded: dict[str, Any] = json.loads(text)
    return loaded


@cache
def validator(name: str) -> Draft202012Validator:
    known = schema("result.schema.json")
    registry = Registry().with_resource(known["$id"], Resource.from_contents(known))
    return Draft202012Validator(schema(name), registry=registry)


def faults(name: str, document: Any) -> list[str]:
    """Return where a document breaks a schema."""
    return [error.json_path for error in validator(name).iter_errors(document)]


def test_a_record_is_written_in_full() -> None:
    """A record's JSON has the version, every field, and plain types only."""
    assert json.loads(json.dumps(RESULT.to_json())) == {
        "format_version": 1,
        "problem": "gradient_check",
        "problem_title": "Gradient check for a backward pass",
        "problem_digest": "sha256:" + "0" * 64,
        "hidden_tests": 1,
        "student": "s014",
        "submission": "inbox/s014/gradient_check.py",
        "submission_digest": "sha256:" + "1" * 64,
        "status": "graded",
        "score": 1.5,
        "max_score": 2.0,
        "fault": {
            "kind": "syntax",
            "message": "SyntaxError: invalid syntax",
            "line": 3,
            "source": None,
        },
        "categories": [
            {
                "id": "formula",
                "title": "Formula",
                "score": 1.5,
                "max_score": 2.0,
                "passed": 3,
                "total": 4,
                "hint": "Divide by both lengths.",
            }
        ],
        "tests": [
            {
                "id": "test_scale",
                "title": "The scale does not matter.",
                "category": "formula",
                "visible": False,
                "outcome": "failed",
                "points": 0.0,
                "max_points": 0.5,
                "message": "[0] error: 4.0 for 0.9",
                "failure": {
                    "call": None,
                    "expected": None,
                    "got": "(4.0, False)",
                    "differs": None,
                    "allowed": None,
                    "line": None,
                    "source": None,
                    "hint": None,
                },
                "output": {"stdout": "hello\n", "stderr": "", "truncated": False},
                "wall_seconds": 0.002,
                "cpu_seconds": 0.001,
            }
        ],
        "isolation": "full",
        "seed": 7,
        "versions": {"numpy": "2.4.6"},
        "wall_seconds": 0.25,
    }


@settings(max_examples=50, deadline=None)  # a busy machine is not a failure
@given(RESULTS)
def test_a_record_survives_json(result: Result) -> None:
    """Any record comes back equal from its JSON, whatever its texts hold."""
    assert result == Result.from_json(json.loads(json.dumps(result.to_json())))


@settings(max_examples=50, deadline=None)  # a busy machine is not a failure
@given(RESULTS)
def test_every_record_keeps_the_schema(result: Result) -> None:
    """Any record that the types allow is a valid document."""
    assert faults("result.schema.json", json.loads(json.dumps(result.to_json()))) == []


def test_a_lone_high_surrogate_survives_json() -> None:
    """Half a character, which UTF-8 cannot hold, comes back from JSON as it was."""
    result = replace(RESULT, student="\ud83d")
    assert result == Result.from_json(json.loads(json.dumps(result.to_json())))


def test_text_from_json_becomes_an_enum_again() -> None:
    """Status, outcome and the fault's kind are enums after reading, not strings."""
    again = Result.from_json(RESULT.to_json())
    assert again.fault is not None
    kinds = (again.status, again.tests[0].outcome, again.fault.kind)
    assert kinds == (Status.GRADED, Outcome.FAILED, FaultKind.SYNTAX)
    assert (Status, Outcome, FaultKind) == tuple(map(type, kinds))


@pytest.mark.parametrize(
    ("changes", "where"),
    [
        ({"status": "failed"}, ["$.status"]),
        ({"score": "10"}, ["$.score"]),
        ({"format_version": 2}, ["$.format_version"]),
        ({"comment": "well done"}, ["$"]),
        ({"problem_digest": "md5:0"}, ["$.problem_digest"]),
    ],
)
def test_the_schema_refuses_another_record(
    changes: dict[str, Any], where: list[str]
) -> None:
    """A wrong value or a field that is not ours breaks the schema where it stands."""
    assert where == faults("result.schema.json", {**RESULT.to_json(), **changes})


def test_the_schema_wants_every_field() -> None:
    """A record that lacks a field breaks the schema once, whichever it lacks."""
    record = RESULT.to_json()
    assert [["$"]] * len(record) == [
        faults("result.schema.json", {k: record[k] for k in record if k != lacking})
        for lacking in record
    ]


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        (("properties", "status"), Status),
        (("$defs", "test", "properties", "outcome"), Outcome),
        (("$defs", "fault", "properties", "kind"), FaultKind),
    ],
)
def test_the_schema_lists_the_enums(path: tuple[str, ...], kinds: Any) -> None:
    """Each list of values in the schema is the Python enum, in its order."""
    found: Any = schema("result.schema.json")
    for key in path:
        found = found[key]
    assert [kind.value for kind in kinds] == found["enum"]


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("category", CategoryResult),
        ("failure", Failure),
        ("fault", Fault),
        ("output", Output),
        ("test", TestResult),
    ],
)
def test_the_schema_lists_the_fields(name: str, kind: Any) -> None:
    """Each object of the schema has exactly its dataclass's fields, all required."""
    part = schema("result.schema.json")["$defs"][name]
    names = [field.name for field in fields(kind)]
    assert (names, names) == (list(part["properties"]), part["required"])


def test_the_schemas_are_schemas() -> None:
    """Both published files are valid by the draft that they name."""
    for name in ("result.schema.json", "results.schema.json"):
        Draft202012Validator.check_schema(schema(name))


SUMMARY = {
    "submissions": 1,
    "graded": 1,
    "not_graded": 0,
    "missing": 0,
    "full": 0,
    "partial": 1,
    "zero": 0,
    "wall_seconds": 0.25,
}


def test_the_document_of_records_keeps_its_schema() -> None:
    """Records with their summary are a valid document."""
    summary = {**SUMMARY, "problems": {"gradient_check": SUMMARY}}
    document = {"format_version": 1, "results": [RESULT.to_json()], "summary": summary}
    assert faults("results.schema.json", document) == []


def test_the_summary_has_no_other_field() -> None:
    """An unknown field in the summary or in a problem's counts breaks the schema."""
    counts = {**SUMMARY, "extra": 1}
    summary = {**SUMMARY, "problems": {"gradient_check": counts}}
    document = {"format_version": 1, "results": [], "summary": summary}
    assert faults("results.schema.json", document) == [
        "$.summary.problems.gradient_check"
    ]
    document["summary"] = {**counts, "problems": {}}
    assert faults("results.schema.json", document) == ["$.summary"]
