"""Subject -> the probability of each candidate to pass a single random probe (ODEX, Table 20).

Observations stop at the first probe that fails, so they give bounds: the later probes fail, or pass. If each
probe was run alone, the probability is exact. Nothing is sampled: it is the mean over all probes.
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

# With these endings, even the probes that passed do not count.
NEVER = ("tampered", "not run")
# A program that fails in these steps fails every probe.
BEFORE_PROBES = ("loading", "setup")

Key = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Chance:
    """A metric: the mean probability of a task's candidates to pass. Undecided candidates are left out."""

    name: str
    chances: Mapping[Key, float]

    def measure(
        self, task: Task, candidates: Sequence[Candidate], verdicts: Sequence[Verdict]
    ) -> float | None:
        decided = [
            self.chances[verdict.task_id, verdict.rank]
            for verdict in verdicts
            if (verdict.task_id, verdict.rank) in self.chances
        ]
        return sum(decided) / len(decided) if decided else None

    def aggregate(self, statistics: Sequence[float]) -> float:
        return sum(statistics) / len(statistics)


def at_least(run: Subject) -> dict[Key, float]:
    """The lower bound: every probe after the first failure fails, too."""
    return _chances(run, lambda check, observation: observation.probes_passed / len(check.probes))


def at_most(run: Subject) -> dict[Key, float]:
    """The upper bound: every probe after the first failure passes."""
    return _chances(run, lambda check, _: 1 - 1 / len(check.probes))


def _chances(run: Subject, failed: Callable[[Check, Observation], float]) -> dict[Key, float]:
    """The probability of each candidate. `failed` gives the share of probes that pass for a failed check."""
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
    """Candidates that lack a library here pass no probe."""
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
    """The task with a check for each probe. Checks with an expected outcome are not changed."""
    checks = [single for check in task.checks for single in _single_probes(check)]
    return replace(task, checks=tuple(checks))


def _single_probes(check: Check) -> list[Check]:
    if check.same_outcome_as is not None or len(check.probes) < 2:
        return [check]
    return [
        replace(check, name=f"{check.name}, probe {number}", probes=(probe,))
        for number, probe in enumerate(check.probes, 1)
    ]


def exactly(run: Subject, folder: RunFolder) -> dict[Key, float]:
    """The exact probabilities, from the folder in which every probe of the run was run alone."""
    held_alone = {
        _key(attempt): set(attempt.verdict.held)
        for attempt in LoadedRun(folder).attempts()
        if attempt.verdict is not None and attempt.passed is not None
    }
    chances = _lacking(run)
    for attempt in run.attempts:
        held_names = held_alone.get(_key(attempt))
        if held_names is not None and attempt.passed is not None:
            chances[_key(attempt)] = 1 - prod(1 - _held(check, held_names) for check in attempt.task.checks)
    return chances


def _held(check: Check, held_names: set[str]) -> float:
    checks = _single_probes(check)
    return sum(single.name in held_names for single in checks) / len(checks)


def _key(attempt: Attempt) -> Key:
    return attempt.candidate.task_id, attempt.candidate.rank
