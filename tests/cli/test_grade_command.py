"""grade: what is graded, which part of it, and what is refused before anything runs."""

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
WRONG = "def gradient_check(a, b, tol=1e-6):\n    return 0.25, True\n"
ISOLATION = (
    "isolation none: values and reports are kept apart, but a submission could read\n"
    "this disk and signal other programs\n"
)
RUN = ("--seed", "7", "--unsafe-no-isolation")


@pytest.fixture(scope="module")
def inbox(tmp_path_factory, right, hand_in):
    """Make an inbox of a right, a wrong and a missing file."""
    path = hand_in(
        tmp_path_factory.mktemp("course") / "inbox",
        {"ana": right, "ben": WRONG, "dora": right, "eve": WRONG},
    )
    (path / "chen").mkdir()
    return path


@pytest.fixture(scope="module")
def graded(grader, inbox):
    """Grade the inbox, one submission at a time."""
    ran = grader("grade", inbox.name, "--json", "-j", "1", *RUN, cwd=inbox.parent)
    assert ran.code == 0, ran.err
    return ran


def masked(ran):
    """Return the records of a document without times."""
    text = re.sub(r'("\w+_seconds": )[0-9.e-]+', r"\g<1>0", ran.out)
    return json.loads(text)["results"]


def scores(ran):
    return {who: each["score"] for who, each in ran.results.items()}


def test_the_records_are_in_the_order_of_the_students(graded, validate):
    """Every student has a record, with the mark or the lack of one."""
    validate(json.loads(graded.out))
    kept = [
        (each["student"], each["status"], each["score"])
        for each in json.loads(graded.out)["results"]
    ]
    assert graded.code == 0
    assert kept == [
        ("ana", "graded", 12.0),
        ("ben", "graded", 0.0),
        ("chen", "missing", 0.0),
        ("dora", "graded", 12.0),
        ("eve", "graded", 0.0),
    ]
    assert json.loads(graded.out)["summary"]["full"] == 2


def test_without_isolation_one_line_says_so(graded):
    """Beside a JSON document it stands on standard error, and nothing else does."""
    assert graded.err == ISOLATION


def test_two_jobs_give_the_same_records(grader, inbox, graded):
    """Only times may differ."""
    ran = grader("grade", inbox.name, "--json", "-j", "2", *RUN, cwd=inbox.parent)
    assert (ran.code, masked(ran)) == (0, masked(graded))


def test_out_keeps_records_table_and_report(grader, inbox, graded, tmp_path):
    """The text says which files were written; the records are the document's."""
    ran = grader(
        *("grade", "inbox", "-j1", "--out", tmp_path / "run"), *RUN, cwd=inbox.parent
    )
    lines = (tmp_path / "run" / "results.jsonl").read_text("utf-8").splitlines()
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith(
        "gradient_check · 5 students · 5 submissions · isolation none\n" + ISOLATION
    )
    assert "gradient_check       4     2     0     2        1    0.50" in ran.out
    assert "4 of 5 graded, 1 missing" in ran.out
    assert sorted(path.name for path in (tmp_path / "run").iterdir()) == [
        *("grades.csv", "report.html", "results.jsonl")
    ]
    documents = '{"results": [' + ",".join(lines) + "]}"
    assert masked(type(ran)(0, documents, "")) == masked(graded)


def test_results_are_replaced_by_force_only(grader, inbox, tmp_path):
    """What is there stays, also if a forced run goes wrong before its first record."""
    kept = {name: f"old {name}" for name in ("results.jsonl", "grades.csv")}
    for name, text in kept.items():
        (tmp_path / name).write_text(text, "utf-8")

    def there():
        return {path.name: path.read_text("utf-8") for path in tmp_path.iterdir()}

    ana = inbox / "ana"
    ran = grader("grade", ana, "--out", tmp_path)
    assert (ran.code, ran.out, there()) == (2, "", kept)
    assert ran.err == (
        f"grader: {tmp_path}/results.jsonl holds the records of another run: choose "
        "another folder, or replace them with --force\n"
    )
    ran = grader("grade", ana, "--out", tmp_path, "--force", "--category", "both_zer")
    assert (ran.code, there()) == (2, kept)
    assert ran.err == "grader: no category 'both_zer': did you mean 'both_zero'?\n"
    ran = grader("grade", ana, "--out", tmp_path, "--force", "--json")
    assert ran.code == 0
    assert sorted(there()) == ["grades.csv", "report.html", "results.jsonl"]
    assert '"student": "ana"' in there()["results.jsonl"]
    assert there()["grades.csv"].startswith("student,")


def test_one_result_can_be_replayed(grader, inbox):
    """--category, --test and --seed run a part, as it ran before."""
    ran = grader(
        *("grade", inbox / "ben", "--json", "--seed", "1234"),
        *("--category", "scale", "--category", "both_zero"),
        *("--test", "test_large_gap_between_large_gradients_passes"),
    )
    (record,) = ran.results.values()
    assert (ran.code, record["seed"], record["max_score"]) == (0, 1234, 1.0)
    assert [test["id"] for test in record["tests"]] == [
        "test_large_gap_between_large_gradients_passes"
    ]
    assert [part["id"] for part in record["categories"]] == ["scale"]


def test_a_single_submission_is_shown_in_full(grader, inbox):
    """A file's student is the name of its folder; every lost test has its reason."""
    ran = grader("grade", inbox / "ben" / "gradient_check.py", "--unsafe-no-isolation")
    assert ran.code == 0
    assert "gradient_check · ben ·" in ran.out
    assert "  │ expected  (0.0, True)\n  │ got       (0.25, True)\n" in ran.out
    assert "0 of 15 tests passed" in ran.out


def test_a_flat_folder_with_its_problem(grader, right, tmp_path):
    """With --problem a file may be named after its student."""
    for name, source in (("s10", right), ("s2", WRONG)):
        (tmp_path / f"{name}.py").write_text(source, "utf-8")
    ran = grader("grade", tmp_path, "--problem", "gradient-check", "-j1", "--json")
    assert (ran.code, list(scores(ran).items())) == (0, [("s2", 0.0), ("s10", 12.0)])
    ran = grader("grade", tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"grader: no submissions in {tmp_path}: looked for ")


def test_nothing_is_graded_without_isolation_unless_told_to(grader, inbox):
    """Level none alone is refused; so is a machine where no other level holds."""
    ran = grader("grade", inbox, "--isolation", "none")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == (
        "grader: no isolation (nothing keeps a student's code from this machine). "
        "grader doctor says what to do\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere"], "grader: nowhere: no such file or folder\n"),
        (
            ["inbox", "--problem", "gradient_chek"],
            "grader: no problem 'gradient_chek': did you mean 'gradient_check'?\n",
        ),
        (
            ["inbox", "--isolation", "flat", "--unsafe-no-isolation"],
            "grader: --isolation flat and --unsafe-no-isolation exclude each other\n",
        ),
        (
            ["inbox", "--out", "inbox/ana/gradient_check.py/run"],
            "grader: cannot make inbox/ana/gradient_check.py/run: Not a directory\n",
        ),
    ],
)
def test_wrong_usage_is_said_before_anything_runs(grader, inbox, arguments, said):
    """One line each, with what to do where that is not plain; exit code 2."""
    ran = grader("grade", *arguments, cwd=inbox.parent)
    assert (ran.code, ran.out, ran.err) == (2, "", said)


def test_students_editions_cannot_grade(grader, inbox, tmp_path):
    """Without hidden tests the message says which option names a folder with them."""
    grader("start", "gradient_check", cwd=tmp_path)
    ran = grader("grade", inbox, env={"GRADER_PROBLEMS": str(tmp_path)})
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        f"grader: gradient_check is here without its hidden tests "
        f"({tmp_path}/gradient_check): name the folder that has them with "
        "--problems DIR\n"
    )


def test_all_faults_of_a_broken_problem_at_once(
    grader, right, tmp_path, copy_problem, hand_in
):
    """Of every problem that was handed in, with file and line; exit code 3."""
    faults = {"gradient_check": "minutes = 20", "second_check": "difficulty = "}
    for name, setting in faults.items():
        settings = copy_problem(tmp_path, name) / "problem.toml"
        text = settings.read_text("utf-8").replace(setting, f"x{setting}")
        settings.write_text(text.replace("points = 1\n", "points = -1\n", 1), "utf-8")
    hand_in(tmp_path / "in", {"ana": right})
    (tmp_path / "in" / "ana" / "second_check.py").write_text(right, "utf-8")
    ran = grader("grade", "in", "--problems", "problems", cwd=tmp_path)
    assert (ran.code, ran.out) == (3, "")
    first, *told = ran.err.splitlines()
    assert first == "grader: gradient_check, second_check are not fit to use:"
    for name, setting in faults.items():
        key = setting.split()[0]
        about = [line for line in told if f"problems/{name}/problem.toml:" in line]
        assert len(about) == 3
        assert f'missing key "{key}"' in about[0]
        assert f'unknown key "x{key}": did you mean "{key}"?' in about[1]
        assert "expected a number above 0, at most 10000, found -1" in about[2]
    assert list(tmp_path.glob("*.jsonl")) == []


def test_tests_that_cannot_be_run_are_nobodys_zero(
    grader, right, tmp_path, copy_problem, hand_in
):
    """Their submissions are not graded, those to other problems are; exit code 3."""
    copy_problem(tmp_path, "second_check")
    broken = copy_problem(tmp_path) / "test_hidden.py"
    broken.write_text("import nosuchmodule\n" + broken.read_text("utf-8"), "utf-8")
    hand_in(tmp_path / "in", {"ana": right, "ben": WRONG})
    second = tmp_path / "in" / "ana" / "second_check.py"
    second.write_text(right.replace("gradient_check", "second_check"), "utf-8")
    ran = grader(
        *("grade", "in", "--problems", "problems", "--json", "-j", "1"), cwd=tmp_path
    )
    kept = [
        (each["student"], each["problem"], each["status"], each["score"])
        for each in json.loads(ran.out)["results"]
    ]
    assert ran.code == 3
    assert kept == [
        ("ana", "gradient_check", "not_graded", 0.0),
        ("ana", "second_check", "graded", 12.0),
        ("ben", "gradient_check", "not_graded", 0.0),
        ("ben", "second_check", "missing", 0.0),
    ]
    assert "grader: gradient_check is not fit to use:\n" in ran.err
    assert "ModuleNotFoundError: No module named 'nosuchmodule'" in ran.err
