"""Runs that were never run: a folder with the tasks, candidates and verdicts that a test wants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from asmeant.records import Candidate, Observation, Run, Sampling, Status, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import make_task

LETTERS: Mapping[str, Status] = {"p": "passed", "f": "failed", "u": "undecided"}


def small_run(
    path: Path,
    statuses: Mapping[str, str],
    settings: Run = Run(id="small", dataset="fake", model="fake"),  # noqa: B008
    tags: Mapping[str, Mapping[str, str]] | None = None,
    languages: Mapping[str, str] | None = None,
    more_tasks: Sequence[str] = (),
) -> RunFolder:
    """Each task's verdicts are letters, one a candidate: 'pfu' passed, failed, and could not be decided."""
    tasks = [
        make_task(
            id_,
            intent=f"the intent\nof {id_}",
            tags=(tags or {}).get(id_, {}),
            intent_language=(languages or {}).get(id_, "en"),
        )
        for id_ in [*statuses, *more_tasks]
    ]
    count = max((len(letters) for letters in statuses.values()), default=1)
    with RunFolder(path) as files:
        files.begin(replace(settings, sampling=Sampling(count=count)), tasks)
        for id_, letters in statuses.items():
            for rank, letter in enumerate(letters):
                status = LETTERS[letter]
                files.append(Candidate(id_, rank, f"code {rank}", model=settings.model))
                files.append(Observation(id_, rank, "all", ending="finished" if letter == "p" else "failed"))
                files.append(
                    Verdict(id_, rank, status, held=("all",) if letter == "p" else (), reason=status)
                )
    return files
