"""Runs on disk with the verdicts that a test wants; nothing is asked and nothing is run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from asmeant.records import Candidate, Observation, Run, Sampling, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import make_task

REASONS = {"failed": "probe 1: answered 3, expected 4", "undecided": "the library 'x' is missing"}
# A pass by probes beside the candidate, and a candidate that lacks a library.
LETTERS = {"p": "passed", "b": "passed", "f": "failed", "u": "undecided", "l": "undecided"}


def make_run(
    path: Path,
    verdicts: Mapping[str, str],
    model: str = "fake",
    dataset: str = "fake",
    code: str = "2 * x",
    tasks: Sequence[Task] | None = None,
) -> RunFolder:
    """`verdicts` has a letter for each candidate of a task: see LETTERS, or - not judged."""
    files = RunFolder(path)
    tasks = [make_task(id=name) for name in verdicts] if tasks is None else tasks
    count = max((len(letters) for letters in verdicts.values()), default=1) or 1
    with files:
        files.begin(Run(path.name, dataset, model, sampling=Sampling(count=count)), tasks)
        for name, letters in verdicts.items():
            for rank, letter in enumerate(letters):
                files.append(Candidate(name, rank, code, reply=code, model=model))
                if letter != "-":
                    status = LETTERS[letter]
                    files.append(Observation(name, rank, "all", stdout="said\n", seconds=0.01))
                    files.append(
                        Verdict(
                            name, rank, status, ("all",) if status == "passed" else (),  # type: ignore[arg-type]
                            reason=REASONS.get(status, ""), decided="beside" if letter == "b" else None,
                            missing_libraries=("numpy",) if letter == "l" else (),
                        )
                    )  # fmt: skip
    return files
