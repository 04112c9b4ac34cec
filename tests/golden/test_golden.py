"""Golden cases: a submission, and the whole record that the real command makes of it.

``--golden-update`` writes the records anew; look at the difference before you keep it.
What differs from run to run or from machine to machine is masked.
"""

import json
import os
import shutil
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
CASES = Path(__file__).parent / "cases"
FILE = "gradient_check.py"
NAMES = sorted(path.parent.name for path in CASES.glob(f"*/{FILE}"))
SHORT = "\n[limits]\nwall_seconds = 2.0\n"  # so that the time-out takes no longer
OPTIONS = (
    "--json",
    "-j1",
    "--unsafe-no-isolation",
)  # at a level that every machine has
MASKED = {
    "wall_seconds": 0.0,
    "cpu_seconds": 0.0,
    "versions": {},
    "problem_digest": "sha256:0",
    "submission_digest": "sha256:0",
    "seed": 0,
}


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """Grade all cases in one run and return the masked records."""
    course = tmp_path_factory.mktemp("course")
    problem = course / "problems" / "gradient_check"
    shutil.copytree(ROOT / "problems" / "gradient_check", problem)
    shutil.copytree(ROOT / "solutions", course / "solutions")
    with (problem / "problem.toml").open("a", encoding="utf-8") as settings:
        settings.write(SHORT)
    for name in NAMES:
        (course / "inbox" / name).mkdir(parents=True)
        shutil.copy(CASES / name / FILE, course / "inbox" / name)
    done = subprocess.run(
        [sys.executable, "-m", "grader", "grade", "inbox", *OPTIONS],
        cwd=course,
        env={"PATH": os.environ["PATH"], "HOME": str(course), "GRADER_PROBLEMS": ""},
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    results = json.loads(done.stdout)["results"]
    return {each["student"]: _masked(each) for each in results}


@pytest.mark.parametrize("name", NAMES)
def test_the_whole_record(
    records: dict[str, Any], name: str, request: pytest.FixtureRequest
) -> None:
    """The record of this submission is the kept one, to the last character."""
    kept = CASES / name / "expected.json"
    if request.config.getoption("golden_update", default=False):
        text = json.dumps(records[name], indent=2, ensure_ascii=False)
        kept.write_text(f"{text}\n", "utf-8")
    assert records[name] == json.loads(kept.read_text("utf-8"))


def _masked(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: MASKED.get(key, _masked(part)) for key, part in value.items()}
    if isinstance(value, list):
        return [_masked(part) for part in value]
    return value
