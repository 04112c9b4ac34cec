"""Shell completion: the scripts, and the ids that they complete."""

import pytest


@pytest.mark.parametrize(
    ("shell", "registers"),
    [
        ("bash", "complete -o nosort -F _grader_completion grader"),
        ("zsh", "compdef _grader_completion grader"),
        ("fish", "complete --no-files --command grader"),
    ],
)
def test_a_script_for_each_shell(grader, shell, registers):
    """The script registers itself for the command."""
    ran = grader("completion", shell)
    assert (ran.code, ran.err) == (0, "")
    assert registers in ran.out
    assert "_GRADER_COMPLETE" in ran.out


def complete(grader, words, **env):
    """Return what bash would offer for the last word."""
    asked = {
        "_GRADER_COMPLETE": "bash_complete",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
    }
    ran = grader(env=asked | env)
    assert (ran.code, ran.err) == (0, "")
    return ran.out.split()


def test_ids_are_completed(grader, tmp_path, copy_problem):
    """Those that begin alike, of the folder named before; none where there is none."""
    assert complete(grader, "grader show gra") == ["plain,gradient_check"]
    assert complete(grader, "grader grade . --problem g") == ["plain,gradient_check"]
    copy_problem(tmp_path, "second_check")
    line = f"grader --problems {tmp_path}/problems hint "
    assert complete(grader, line) == ["plain,second_check"]
    nowhere = {"GRADER_PROBLEMS": str(tmp_path / "nowhere")}
    assert complete(grader, "grader show ", **nowhere) == []


def test_commands_are_completed(grader):
    """As click does it."""
    assert complete(grader, "grader su") == ["plain,submit"]
