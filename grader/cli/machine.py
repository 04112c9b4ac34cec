"""Commands about this machine: doctor, completion."""

import click

from grader.cli.settings import Settings, pass_settings
from grader.errors import ExitCode

__all__ = ["completion", "doctor"]


@click.command()
@pass_settings
def doctor(settings: Settings) -> int:
    """Say what works on this machine, and how to get what does not."""
    from grader.course.doctor import examine
    from grader.render.doctor import doctor_view

    findings = list(examine(lambda: settings.library))
    settings.show(doctor_view(findings))
    graded = any(each.works for each in findings if each.what.startswith("isolation"))
    needed = [each for each in findings if each.what in ("Python", "packages")]
    works = graded and all(each.works for each in needed)
    return ExitCode.DONE if works else ExitCode.BROKEN


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the script that completes commands and ids in a shell.

    For bash, put this into ~/.bashrc: eval "$(grader completion bash)"
    """
    from click.shell_completion import get_completion_class

    kind = get_completion_class(shell)
    assert kind is not None
    root = context.find_root().command
    click.echo(kind(root, {}, "grader", "_GRADER_COMPLETE").source())
