"""Subject -> the chance of each candidate to pass by one probe that is drawn at random (ODEX, Table 20).

A run's observations stop at the first probe that fails, so that they give bounds: what comes later fails, or
passes. Where each probe was run alone, the chance is exact. Nothing is drawn: a chance is the mean of all
draws.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from math import prod

from asmeant.analysis.questions.subject import Subject
from asmeant.causes import cause_of
from asmeant.judging import holds
from asmeant.loaded_run import Attempt, LoadedRun
from asmeant.records import Candidate, Check, Observation, Task, Verdict
from asmeant.runs import RunFolder

# Whatever such a program did first, it is not believed.
NEVER = ("tampered", "not run")
# Such a program fails whichever probe is drawn.
BEFORE_PROBES = ("loading", "setup")

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Chance:
    """A metric: the mean chance of a task's candidates to pass. Those that are not decided have none."""

    name: str
    chances: Mapping[Key, float]

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        known = [
            self.chances[verdict.task_id, verdict.rank]
            for verdict in verdicts
            if (verdict.task_id, verdict.rank) in self.chances
        ]
        return sum(known) / len(known) if known else None

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)


def at_least(run: Subject) -> dict[Key, float]:
    """As if every probe after the first that failed had failed, too."""
    return _chances(run, lambda check, observation: observation.probes_passed / len(check.probes))


def at_most(run: Subject) -> dict[Key, float]:
    """As if every probe after the first that failed had passed."""
    return _chances(run, lambda check, _: 1 - 1 / len(check.probes))


def _chances(run: Subject, failed: Callable[[Check, Observation], float]) -> dict[Key, float]:
    """`failed` is the share of the probes of a check that passed, where not all did."""
    chances = _lacking(run)
    for attempt in run.attempts:
        if attempt.passed is not None:
            checks = {check.name: check for check in attempt.task.checks}
            shares = [
                _share(checks[observation.check], observation, failed)
                for observation in attempt.observations
                if observation.check in checks and attempt.candidate.code.strip()
            ]
            chances[_key(attempt)] = 1.0 if attempt.passed else 1 - prod(1 - share for share in shares)
    return chances


def _lacking(run: Subject) -> dict[Key, float]:
    """A candidate that lacks a library here is not passed, by whichever probe."""
    lacking = [item for item in run.attempts if item.verdict and item.verdict.missing_libraries]
    return {_key(attempt): 0.0 for attempt in lacking}


def _share(check: Check, observation: Observation, failed: Callable[[Check, Observation], float]) -> float:
    if holds(check, observation):
        return 1.0
    by_probes = check.same_outcome_as is None and check.probes
    cause = cause_of(observation)
    no_probe = observation.ending in NEVER or (cause is not None and cause.stage in BEFORE_PROBES)
    return failed(check, observation) if by_probes and not no_probe else 0.0


# ── each probe alone ──


def alone(task: Task) -> Task:
    """The same task with a check for each probe. What expects an outcome stays as it is."""
    checks = [part for check in task.checks for part in _single_probes(check)]
    return replace(task, checks=tuple(checks))


def _single_probes(check: Check) -> list[Check]:
    if check.same_outcome_as is not None or len(check.probes) < 2:
        return [check]
    return [
        replace(check, name=f"{check.name}, probe {number}", probes=(probe,))
        for number, probe in enumerate(check.probes, 1)
    ]


def exactly(run: Subject, folder: RunFolder) -> dict[Key, float]:
    """From the folder in which every probe of the run was run alone."""
    held_alone = {
        _key(attempt): set(attempt.verdict.held)
        for attempt in LoadedRun(folder).attempts()
        if attempt.verdict is not None and attempt.passed is not None
    }
    chances = _lacking(run)
    for attempt in run.attempts:
        held = held_alone.get(_key(attempt))
        if held is not None and attempt.passed is not None:
            chances[_key(attempt)] = 1 - prod(1 - _held(check, held) for check in attempt.task.checks)
    return chances


def _held(check: Check, held: set[str]) -> float:
    checks = _single_probes(check)
    return sum(part.name in held for part in checks) / len(checks)


def _key(attempt: Attempt) -> Key:
    return attempt.candidate.task_id, attempt.candidate.rank
