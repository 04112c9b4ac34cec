"""Reading a problem folder, and every way in which one can be broken."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import ExitCode, ProblemBroken
from grader.model import Limits
from grader.problems import Category, Edition, Function, Rung, load

MakeProblem = Callable[..., Path]


def faults(folder: Path) -> list[str]:
    """Return the faults of a broken folder, without the folder's own path."""
    with pytest.raises(ProblemBroken) as raised:
        load(folder)
    return [str(fault).removeprefix(f"{folder}/") for fault in raised.value.faults]


def test_a_good_folder_is_read(make_problem: MakeProblem) -> None:
    """Every field has the value that the files give it."""
    folder = make_problem()
    problem = load(folder)
    assert problem.id == "twice"
    assert problem.folder == folder
    assert problem.title == "Twice a number"
    assert problem.unit == "warm_up"
    assert problem.difficulty == "easy"
    assert problem.minutes == 5
    assert problem.categories == (
        Category(
            id="values", title="Values", points=1.0, hint="Add the number to itself."
        ),
        Category(
            id="zero", title="Nothing at all", points=0.5, hint="What is twice nothing?"
        ),
    )
    assert problem.points == 1.5
    assert problem.limits == Limits()
    assert problem.needs == ()
    assert problem.functions == (
        Function(name="twice", parameters=("x",), signature="twice(x)", line=1),
    )
    assert problem.edition is Edition.FULL
    assert problem.hidden_tests == 2
    assert problem.seed_per_student is False
    assert problem.statement() == "Return twice `x`.\n"
    assert problem.rungs() == (
        Rung(title="Think", text="Twice is plus."),
        Rung(title="Write", text="`x + x`"),
    )


def test_where_its_files_are(make_problem: MakeProblem, tmp_path: Path) -> None:
    """Support is there only if the folder has it; the solution stands apart."""
    folder = make_problem()
    problem = load(folder)
    assert problem.file_name == "twice.py"
    assert problem.stub == folder / "stub.py"
    assert problem.examples == folder / "test_examples.py"
    assert problem.hidden == folder / "test_hidden.py"
    assert problem.support is None
    assert problem.solution == tmp_path / "solutions" / "twice.py"
    (folder / "support.py").write_text("x = 1\n")
    assert load(folder).support == folder / "support.py"


def test_optional_settings(make_problem: MakeProblem, settings: str) -> None:
    """Limits replace their defaults, and whole seconds become floats."""
    extra = 'needs = ["torch"]\nseed_per_student = true\n'
    limits = "[limits]\nwall_seconds = 2\nfile_bytes = 7\n"
    folder = make_problem(problem_toml=extra + settings + limits)
    problem = load(folder)
    assert problem.needs == ("torch",)
    assert problem.seed_per_student is True
    assert problem.limits == Limits(wall_seconds=2.0, file_bytes=7)
    assert isinstance(problem.limits.wall_seconds, float)


def test_whole_floats_are_counts(make_problem: MakeProblem, settings: str) -> None:
    """JSON Schema takes 5.0 for an integer; the problem has a plain 5."""
    folder = make_problem(problem_toml=settings.replace("minutes = 5", "minutes = 5.0"))
    assert repr(load(folder).minutes) == "5"


@pytest.mark.parametrize("codec", ["utf-8-sig", "utf-8"])
def test_files_written_on_windows(
    make_problem: MakeProblem, settings: str, codec: str
) -> None:
    """A byte order mark and carriage returns are not part of the text."""
    folder = make_problem(
        problem_toml=settings.replace("\n", "\r\n").encode(codec),
        statement_md="Twice.\r\nReally.\r\n".encode(codec),
        stub_py="def twice(x): ...\r\n".encode(codec),
    )
    assert load(folder).statement() == "Twice.\nReally.\n"


def test_a_folder_is_known_by_its_own_name(
    make_problem: MakeProblem, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The id does not depend on how the path to the folder is written."""
    folder = make_problem()
    monkeypatch.chdir(folder)
    assert load(Path()).id == "twice"
    assert load(Path()).folder == folder
    (folder / "wrong").mkdir()
    monkeypatch.chdir(folder / "wrong")
    assert load(Path("..")).id == "twice"
    assert load(Path("..")).solution == tmp_path / "solutions" / "twice.py"


def test_no_folder_at_all(tmp_path: Path) -> None:
    """One fault is enough for a folder that is no problem."""
    assert faults(tmp_path / "absent") == [
        "problem.toml: missing: the title, rubric and limits of a problem"
    ]


def test_an_empty_settings_file(make_problem: MakeProblem) -> None:
    """A file of blank lines says nothing, and is told apart from one with faults."""
    assert faults(make_problem(problem_toml="\n\n")) == [
        "problem.toml:1: empty: the title, rubric and limits of a problem"
    ]


def test_settings_with_a_comment_only(make_problem: MakeProblem) -> None:
    """Each key that must be there is named, with what belongs there."""
    assert faults(make_problem(problem_toml="# later\n")) == [
        'problem.toml:1: missing key "title": expected one line of text',
        'problem.toml:1: missing key "unit": expected a name of lower-case letters, '
        "digits and underscores, a letter first",
        'problem.toml:1: missing key "difficulty": expected one of "easy", "medium", '
        '"hard"',
        'problem.toml:1: missing key "minutes": expected a whole number of minutes '
        "from 1 to 1000",
        'problem.toml:1: missing key "hidden_tests": expected a whole number from 1 '
        "to 10000",
        'problem.toml:1: missing key "categories": expected at least one category: '
        "start each with [[categories]] on a line of its own",
    ]


def test_settings_that_are_not_utf8(make_problem: MakeProblem) -> None:
    """The line of the first byte that is no UTF-8 is named."""
    folder = make_problem(problem_toml=b'title = "a"\nunit = "\xfcbung"\n')
    assert faults(folder) == ["problem.toml:2: not UTF-8: byte 0xfc; save it as UTF-8"]


def test_settings_that_are_not_toml(make_problem: MakeProblem, settings: str) -> None:
    """A syntax error has its own line, and the other files are still looked at."""
    folder = make_problem(
        problem_toml=settings.replace("minutes = 5", "minutes = five"),
        test_hidden_py=None,
        hints_md=None,
    )
    assert faults(folder) == [
        "problem.toml:4: not TOML: Invalid value",
        'hints.md: missing: the hints, each below a "## " heading',
    ]


def test_settings_that_end_too_early(make_problem: MakeProblem) -> None:
    """An error at the end of the file is on its last line."""
    folder = make_problem(problem_toml='title = "a"\nunit\n\n')
    assert [text[:25] for text in faults(folder)] == ["problem.toml:2: not TOML:"]
    folder = make_problem("other/twice", problem_toml="needs = [\n  1,\n")
    assert [text[:25] for text in faults(folder)] == ["problem.toml:2: not TOML:"]


NAME = "a name of lower-case letters, digits and underscores, a letter first"
POINTS = "points: expected a number above 0, at most 10000, found"


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "minutes = 5",
            'minutes = "five"',
            "4: minutes: expected a whole number of minutes from 1 to 1000, "
            'found the string "five"',
        ),
        (
            "minutes = 5",
            "minutes = true",
            "4: minutes: expected a whole number of minutes from 1 to 1000, found true",
        ),
        (
            "minutes = 5",
            "minutes = 07:32:00",
            "4: minutes: expected a whole number of minutes from 1 to 1000, "
            "found the time 07:32:00",
        ),
        ("points = 1", "points = -1", f"10: {POINTS} -1"),
        ("points = 1", "points = 0", f"10: {POINTS} 0"),
        ("points = 0.5", "points = nan", f"16: {POINTS} nan"),
        ("points = 0.5", "points = inf", f"16: {POINTS} inf"),
        ("points = 0.5", "points = [1]", f"16: {POINTS} an array of 1"),
        ("points = 0.5", "points = {}", f"16: {POINTS} a table"),
        (
            '"easy"',
            '"simple"',
            '3: difficulty: expected one of "easy", "medium", "hard", '
            'found the string "simple"',
        ),
        (
            '"warm_up"',
            '"Warm up"',
            f'2: unit: expected {NAME}, found the string "Warm up"',
        ),
        (
            'id = "zero"',
            'id = "zero\\n"',
            f'14: id: expected {NAME}, found the string "zero\\n"',
        ),
        ('id = "zero"', 'id = "values"', '14: a second category has the id "values"'),
        (
            '"Nothing at all"',
            '"  "',
            '15: title: expected one line of text, found the string "  "',
        ),
        (
            '"Nothing at all"',
            '"two\\nlines"',
            '15: title: expected one line of text, found the string "two\\nlines"',
        ),
        (
            '"Nothing at all"',
            '"\\u001b[31mred"',
            '15: title: expected one line of text, found the string "\\u001b[31mred"',
        ),
        (
            'hint = "What is twice nothing?"',
            "",
            '13: missing key "hint": expected a sentence or two',
        ),
        (
            "points = 0.5",
            "points = 0.5\npoint = 1",
            '17: unknown key "point": did you mean "points"?',
        ),
        (
            "points = 0.5",
            "points = 0.5\nxyz = nan",
            '17: unknown key "xyz": expected one of id, title, points, hint',
        ),
        (
            "points = 0.5",
            "points = 0.5\nneeds = []",
            '17: unknown key "needs" here: it belongs at the top, above the first '
            "[heading]",
        ),
        (
            "minutes = 5",
            "minutes = 5\nwall_seconds = 1",
            '5: unknown key "wall_seconds" here: it belongs below [limits]',
        ),
        (
            "minutes = 5",
            'minutes = 5\nneeds = ["a",\n "b c"]',
            '6: needs[1]: expected the name of a package, found the string "b c"',
        ),
        (
            "minutes = 5",
            "minutes = 5\nlimits = 3",
            "5: limits: expected a table: write [limits] on a line of its own, found 3",
        ),
        (
            "minutes = 5",
            "minutes = 5\nlimits.cpu_seconds = nan",
            "5: cpu_seconds: expected a number of seconds above 0, at most 86400, "
            "found nan",
        ),
        (
            "minutes = 5",
            'minutes = 5\nid = "other"',
            '5: "id" does not belong in a full edition',
        ),
        (
            "minutes = 5",
            "minutes = 5\nedition = 1",
            '5: edition: expected "full" or "public", found 1',
        ),
    ],
)
def test_one_wrong_setting(
    make_problem: MakeProblem, settings: str, old: str, new: str, fault: str
) -> None:
    """What was found and what is expected are said, on the line where it stands."""
    assert old in settings
    folder = make_problem(problem_toml=settings.replace(old, new))
    assert faults(folder) == [f"problem.toml:{fault}"]


def test_a_rubric_written_with_single_brackets(
    make_problem: MakeProblem, settings: str
) -> None:
    """The commonest slip of TOML is answered with how to write it."""
    head = settings.split("[[categories]]")[0]
    folder = make_problem(problem_toml=f'{head}[categories]\nid = "a"\n')
    assert faults(folder) == [
        "problem.toml:7: categories: expected at least one category: start each with "
        "[[categories]] on a line of its own, found a table"
    ]


def test_long_values_are_cut(make_problem: MakeProblem, settings: str) -> None:
    """A message stays short however long the wrong value is."""
    folder = make_problem(problem_toml=settings.replace('"easy"', f'"{"e" * 99}"'))
    assert faults(folder)[0].endswith(f'found the string "{"e" * 39}…')


def test_all_faults_come_at_once(make_problem: MakeProblem, settings: str) -> None:
    """Two faults of the settings and four of other files are told together."""
    broken = settings.replace("minutes = 5", "minutes = 0").replace(
        'title = "Values"', "title = 1"
    )
    folder = make_problem(
        problem_toml=broken,
        statement_md=" \n",
        stub_py="x = 1\n\ndef twice(:\n",
        test_examples_py=None,
        test_hidden_py=None,
    )
    assert faults(folder) == [
        "problem.toml:4: minutes: expected a whole number of minutes from 1 to 1000, "
        "found 0",
        "problem.toml:9: title: expected one line of text, found 1",
        "statement.md:1: empty: the task, as the student reads it",
        "stub.py:3: does not parse: invalid syntax",
        "test_examples.py: missing: the tests that students have",
        "test_hidden.py: missing: the tests that are marked",
    ]


def test_the_error_names_the_problem(make_problem: MakeProblem) -> None:
    """A broken problem is the author's fault: exit code 3, every line in the text."""
    with pytest.raises(ProblemBroken) as raised:
        load(make_problem(statement_md=None))
    assert raised.value.problem == "twice"
    assert raised.value.exit_code is ExitCode.BROKEN
    assert str(raised.value).endswith(
        "statement.md: missing: the task, as the student reads it"
    )


@pytest.mark.parametrize(
    ("stub", "fault"),
    [
        (
            "x = 1\n",
            "stub.py:1: defines no function: the stub is what a student starts from",
        ),
        (
            "def _hidden(): ...\n",
            "stub.py:1: defines no function: the stub is what a student starts from",
        ),
        (b"\xe4 = 1\n", "stub.py:1: not UTF-8: byte 0xe4; save it as UTF-8"),
    ],
)
def test_a_stub_that_is_none(
    make_problem: MakeProblem, stub: str | bytes, fault: str
) -> None:
    """A stub must give the student a function to write."""
    assert faults(make_problem(stub_py=stub)) == [fault]


def test_a_stub_with_a_null_byte(make_problem: MakeProblem) -> None:
    """Python refuses it in other words from version to version, we always do."""
    (fault,) = faults(make_problem(stub_py="def f(): ...\n\0"))
    assert "does not parse: source code string cannot contain null bytes" in fault


@pytest.mark.parametrize(
    ("hints", "fault"),
    [
        ("Think.\n", '1: no hint: start each with a "## " heading, the mildest first'),
        ("## \n\nThink.\n", '1: a hint without a title: write it after the "##"'),
        ("##\n\nThink.\n", '1: a hint without a title: write it after the "##"'),
        ("## A\n\n## B\nx\n", '1: the hint "A" has no text below its heading'),
    ],
)
def test_hints_that_help_nobody(
    make_problem: MakeProblem, hints: str, fault: str
) -> None:
    """A ladder needs rungs, and each rung a title and words."""
    assert faults(make_problem(hints_md=hints)) == [f"hints.md:{fault}"]


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("Twice", "'Twice' is no id of a problem: use lower-case letters, digits and "),
        ("lambda", "'lambda' is a word of Python itself and cannot name a function"),
        ("stub", "'stub' is kept for a file or folder that every course has"),
        ("numpy", "'numpy' is a module that a student's numpy.py would hide"),
        ("random", "'random' is a module that a student's random.py would hide"),
    ],
)
def test_a_folder_whose_name_is_no_id(
    make_problem: MakeProblem, name: str, fault: str
) -> None:
    """The id names a folder, a file and a function, so it must be fit for all."""
    (found,) = faults(make_problem(f"problems/{name}"))
    assert found.startswith(f"problem.toml: the id of the problem: {fault}")


@pytest.mark.parametrize(
    ("name", "fault"),
    [
        ("import", ": the id of the problem: 'import' is a word of Python itself and"),
        ("No id", f':2: id: expected {NAME}, found the string "No id"'),
    ],
)
def test_a_public_edition_with_a_bad_id(
    make_problem: MakeProblem, settings: str, name: str, fault: str
) -> None:
    """The id that problem.toml gives is told once, not the name of the folder."""
    digest = f"sha256:{'0' * 64}"
    head = f'edition = "public"\nid = "{name}"\ndigest = "{digest}"\n'
    rubric = "\n".join(
        line for line in settings.splitlines() if not line.startswith("hint")
    )
    (found,) = faults(make_problem("problems/Any name", problem_toml=head + rubric))
    assert found.startswith(f"problem.toml{fault}")


def test_a_folder_in_place_of_a_file(make_problem: MakeProblem) -> None:
    """The operating system's refusal to read is one of the faults."""
    folder = make_problem(hints_md=None)
    (folder / "hints.md").mkdir()
    assert faults(folder) == ["hints.md: cannot be read: Is a directory"]
