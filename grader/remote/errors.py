"""What a call on the student's process may raise in a test."""

from grader.model import Fault

__all__ = ["HandleMisused", "LoadFailed", "StudentError"]


class StudentError(Exception):
    """
    The student's code raised an exception.

    Attributes
    ----------
    bases
        Names of the exception's class and of the classes that it derives from.
    message
        Its text.
    line
        The student's own line, None if it was not in their file.
    """

    def __init__(self, bases: tuple[str, ...], message: str, line: int | None) -> None:
        self.bases = bases
        self.message = message
        self.line = line
        super().__init__(f"{self.kind}: {message}" if message else self.kind)

    @property
    def kind(self) -> str:
        """The name of the exception's class."""
        return self.bases[0]


class LoadFailed(Exception):
    """The student's source did not become a module: a fault of the submission."""

    def __init__(self, fault: Fault) -> None:
        self.fault = fault
        super().__init__(fault.message)


class HandleMisused(TypeError):
    """A test used an object of the student's as if it were a value."""
