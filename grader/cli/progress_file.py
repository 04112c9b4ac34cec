"""What a student has seen, in one small file of their own."""

import json
from pathlib import Path
from typing import Any

import click

__all__ = ["ProgressFile"]


class ProgressFile:
    """The number of hints shown per problem; none if the file is broken or missing."""

    def __init__(self, path: Path | None = None) -> None:
        self._path = path or Path(click.get_app_dir("grader")) / "progress.json"

    def hints(self, problem: str) -> int:
        """Return how many rungs were shown."""
        shown = self._read().get("hints", {}).get(problem, 0)
        return shown if isinstance(shown, int) else 0

    def save_hints(self, problem: str, rungs: int) -> None:
        """Remember how many rungs were shown, if the folder can be written."""
        record = self._read()
        record.setdefault("hints", {})[problem] = rungs
        try:
            self._path.parent.mkdir(parents=True, exist_ok=True)
            draft = self._path.with_suffix(".new")
            draft.write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")
            draft.replace(self._path)
        except OSError:
            return

    def _read(self) -> dict[str, Any]:
        try:
            record = json.loads(self._path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return {}
        if not isinstance(record, dict) or not isinstance(
            record.get("hints", {}), dict
        ):
            return {}
        return record
