"""Observation -> Verdict. Pure: nothing here runs code or reads files."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from asmeant.records import Cause, Check, Decided, Observation, Task, Verdict


def holds(check: Check, seen: Observation) -> bool:
    """A check holds when every probe ran clean and everything that it expects was observed."""
    return (
        seen.ending == "finished"
        and seen.probes_passed == len(check.probes)
        and (check.same_outcome_as is None or seen.same_outcome is True)
    )


BESIDE = "this can only be decided in the candidate's own process, which was not wanted (--strict)"


def judge(task: Task, rank: int, observations: Iterable[Observation], strict: bool = False) -> Verdict:
    """A candidate is right when any one check of its task holds.

    With `strict`, what was decided beside the candidate counts as not run.
    """
    seen = {observation.check: observation for observation in observations}
    if strict:
        seen = {
            name: replace(item, ending="not run", reason=BESIDE, cause=Cause("not run"))
            if item.decided == "beside"
            else item
            for name, item in seen.items()
        }
    held = [
        seen[check.name] for check in task.checks if check.name in seen and holds(check, seen[check.name])
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
        check for check in task.checks if check.name not in seen or seen[check.name].ending == "not run"
    ]
    if not_run:
        first = seen.get(not_run[0].name)
        reason = first.reason if first else "nothing was observed"
        missing = first.missing_libraries if first else ()
        cause = first.cause if first else Cause("not run")
        return Verdict(task.id, rank, "undecided", reason=reason, missing_libraries=missing, cause=cause)
    furthest = max(seen.values(), key=lambda observation: observation.probes_passed)
    return Verdict(
        task.id,
        rank,
        "failed",
        function=furthest.function,
        reason=_why(furthest),
        decided=furthest.decided,
        cause=furthest.cause,
    )


def _why(seen: Observation) -> str:
    return seen.reason if seen.ending == "failed" else f"{seen.ending}: {seen.reason}"
