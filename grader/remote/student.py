"""`Student`: the submission as a test sees it."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

from grader.remote.errors import StudentError
from grader.remote.objects import RemoteName
from grader.remote.session import Session

__all__ = ["Student"]


class Student:
    """
    The student's module: ``student.f(x)`` calls its ``f`` in the student's process.

    Arguments are copies; results are exact builtin and numpy values, or handles.
    ``student.support.g`` is a function of the problem's ``support.py`` over there.
    """

    def __init__(self, session: Session) -> None:
        self._session = session

    def __getattr__(self, name: str) -> RemoteName:
        if name.startswith("__"):
            raise AttributeError(name)
        if name == "support":
            return RemoteName(self._session, ("support",))
        return RemoteName(self._session, ("student", name))

    @property
    def changed(self) -> tuple[str, ...]:
        """
        The arguments that the last call changed, by the stub's parameter names.

        A report from the student's process: evidence for honest work, not proof.
        """
        return self._session.changed

    @contextmanager
    def raises(self, *names: str) -> Iterator[None]:
        """
        Expect an exception of the student's code.

        Parameters
        ----------
        names
            Names of acceptable exception classes; subclasses are accepted.

        Raises
        ------
        AssertionError
            Nothing was raised.
        StudentError
            Something else was raised.
        """
        try:
            yield
        except StudentError as error:
            if not set(names) & set(error.bases):
                raise
        else:
            _nothing_raised(names)


def _nothing_raised(names: tuple[str, ...]) -> NoReturn:
    raise AssertionError(f"expected {' or '.join(names)}, but nothing was raised")
