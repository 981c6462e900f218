"""Run -> Summary: its progress and its main score."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from pathlib import Path

from asmeant.analysis.run_tags import read_tags
from asmeant.errors import RunError
from asmeant.records import Candidate, Score, Task, Verdict
from asmeant.runs import FILES, RunFolder


@dataclass(frozen=True, slots=True)
class Summary:
    """One run in short. `changed` is the time of the last write; `fault` says why it cannot be read."""

    run: str
    id: str = ""
    dataset: str = ""
    model: str = ""
    tasks: int = 0
    candidates_wanted: int = 0
    candidates: int = 0
    verdicts: int = 0
    score: Score | None = None
    changed: str = ""
    fault: str = ""
    tags: tuple[str, ...] = ()

    @property
    def is_finished(self) -> bool:
        return not self.fault and self.verdicts >= self.candidates_wanted


def summary(files: RunFolder) -> Summary:
    date = datetime.fromtimestamp(files.changed(), UTC).astimezone().isoformat(timespec="seconds")
    try:
        settings = files.settings()
        score = _main_score(files)
    except RunError as error:
        return Summary(files.label, changed=date, fault=str(error))
    tasks = _lines(files, Task)
    return Summary(
        run=files.label,
        id=settings.id,
        dataset=settings.dataset,
        model=settings.model,
        tasks=tasks,
        candidates_wanted=tasks * settings.sampling.count,
        candidates=_lines(files, Candidate),
        verdicts=_lines(files, Verdict),
        score=score,
        changed=date,
        tags=read_tags(files.path),
    )


def _lines(files: RunFolder, kind: type) -> int:
    """The number of records of one kind. Lines are counted, not parsed: a run may be large."""
    path = files.path / FILES[kind]
    try:
        status = path.stat()
    except FileNotFoundError:
        return 0
    return _counted(path, status.st_ino, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=4096)
def _counted(path: Path, _inode: int, _size: int, _modified: int) -> int:
    """The number of lines, counted again only if the file has changed."""
    with path.open("rb") as file:
        return sum(block.count(b"\n") for block in iter(lambda: file.read(1 << 20), b""))


def _main_score(files: RunFolder) -> Score | None:
    """The first score over all tasks; None if there is none."""
    if not (files.path / "scores.json").is_file():
        return None
    return next((score for score in files.scores() if not score.where), None)
