"""Failed candidates -> new checks that they meet (MBUPP, section 3.2): signatures that were not foreseen.

A candidate that meets no check of its task, but meets a rewritten set, has the right function with another
signature. Such candidates are grouped by the set that they meet; a person decides whether it is acceptable.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from asmeant.authoring.varying.composing import DEPTH, Proposal, propose
from asmeant.pipeline import Judge
from asmeant.records import Candidate, Task

# Further sets are seldom met, and each is run for each candidate.
MOST_TRIED = 60


@dataclass(frozen=True, slots=True)
class Learned:
    """A set that is not among the task's checks, and the failed candidates that meet it."""

    task: Task
    proposal: Proposal
    candidates: tuple[Candidate, ...]

    @property
    def models(self) -> tuple[str, ...]:
        return tuple(sorted({candidate.model for candidate in self.candidates}))


def learn(
    tasks: Iterable[Task],
    failed: Mapping[str, Sequence[Candidate]],
    judge: Judge,
    depth: int = DEPTH,
    most: int = MOST_TRIED,
) -> Iterator[Learned]:
    """The sets that failed candidates meet, by task; those that most candidates meet come first.

    A candidate counts for the first set that it meets, which is the simplest.
    """
    for task in tasks:
        candidates = _different(failed.get(task.id, ()))
        proposals = [item for item in propose(task, depth, most) if not item.refused] if candidates else []
        if not proposals:
            continue
        varied = replace(task, checks=tuple(item.check for item in proposals))
        met: dict[str, list[Candidate]] = {}
        pairs = [(varied, candidate.code) for candidate in candidates]
        for verdict in judge.decide(pairs):
            for name in verdict.held[:1]:
                met.setdefault(name, []).append(candidates[verdict.rank])
        for proposal in sorted(proposals, key=lambda item: -len(met.get(item.check.name, ()))):
            if proposal.check.name in met:
                yield Learned(task, proposal, tuple(met[proposal.check.name]))


def _different(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The first candidate of each code."""
    return list({candidate.code: candidate for candidate in reversed(candidates)}.values())[::-1]
