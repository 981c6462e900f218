"""Task, Candidate -> Observations -> Verdict: the step that `asmeant run` and `Judge` share."""

from __future__ import annotations

from asmeant.execution import assemble, refused
from asmeant.records import Candidate, Limits, Observation, Task
from asmeant.seams import Sandbox


def observe(task: Task, candidate: Candidate, sandbox: Sandbox, limits: Limits) -> list[Observation]:
    """One observation for each check of the task. A candidate without code is not run."""
    if not task.checks:
        return []
    if not candidate.code.strip():
        return list(refused(task, candidate))
    return list(sandbox.run([assemble(task, candidate)], limits))
