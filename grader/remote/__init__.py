"""The trusted end of one conversation with a student's process.

`Session` loads the source and makes calls; `Student` is what a test sees.
"""

from grader.remote.errors import HandleMisused, LoadFailed, StudentError
from grader.remote.objects import RemoteName, RemoteObject
from grader.remote.session import Session, Submission
from grader.remote.student import Student

__all__ = [
    "HandleMisused",
    "LoadFailed",
    "RemoteName",
    "RemoteObject",
    "Session",
    "Student",
    "StudentError",
    "Submission",
]
