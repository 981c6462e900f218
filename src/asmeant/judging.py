"""Observation -> Verdict. Pure: nothing here runs code or reads files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from asmeant.records import Cause, Check, Decided, Observation, Task, Verdict


def holds(check: Check, observation: Observation) -> bool:
    """A check holds if every probe ran without an error and everything that it expects was observed."""
    return (
        observation.ending == "finished"
        and observation.probes_passed == len(check.probes)
        and (check.same_outcome_as is None or observation.same_outcome is True)
    )


BESIDE = "this can only be decided in the candidate's own process, and --strict does not accept that"


def judge(task: Task, rank: int, observations: Iterable[Observation], strict: bool = False) -> Verdict:
    """A candidate is right if any one check of its task holds.

    With `strict`, a check that was decided in the candidate's own process counts as not run.
    """
    by_check = {observation.check: observation for observation in observations}
    verdict = _judged(task, rank, by_check, strict)
    shared = next(iter(by_check.values()), None)
    if shared is None or (shared.same_as is None and not shared.from_cache):
        return verdict
    return replace(verdict, same_as=shared.same_as, from_cache=shared.from_cache)


def _judged(task: Task, rank: int, by_check: dict[str, Observation], strict: bool) -> Verdict:
    if strict:
        by_check = {
            name: replace(item, ending="not run", reason=BESIDE, cause=Cause("not run"))
            if item.decided == "beside"
            else item
            for name, item in by_check.items()
        }
    held = [
        by_check[check.name]
        for check in task.checks
        if check.name in by_check and holds(check, by_check[check.name])
    ]
    if held:
        names = tuple(observation.check for observation in held)
        decided: Decided | None = (
            "outside" if any(item.decided == "outside" for item in held) else held[0].decided
        )
        return Verdict(task.id, rank, "passed", names, held[0].function, held[0].reason, decided=decided)
    if not task.checks:
        reason = task.tags.get("quarantine", "the task has no checks")
        return Verdict(task.id, rank, "undecided", reason=reason)
    not_run = [
        check
        for check in task.checks
        if check.name not in by_check or by_check[check.name].ending == "not run"
    ]
    if not_run:
        first = by_check.get(not_run[0].name)
        reason = first.reason if first else "nothing was observed"
        missing = first.missing_libraries if first else ()
        cause = first.cause if first else Cause("not run")
        return Verdict(task.id, rank, "undecided", reason=reason, missing_libraries=missing, cause=cause)
    furthest = max(by_check.values(), key=lambda observation: observation.probes_passed)
    return Verdict(
        task.id,
        rank,
        "failed",
        function=furthest.function,
        reason=_why(furthest),
        decided=furthest.decided,
        cause=furthest.cause,
    )


def _why(observation: Observation) -> str:
    return (
        observation.reason
        if observation.ending == "failed"
        else f"{observation.ending}: {observation.reason}"
    )
