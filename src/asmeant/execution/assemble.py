"""Task, Candidate -> Program. Pure: the two are put together as the scaffold says."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from asmeant.languages import python
from asmeant.records import Candidate, Cause, Check, Observation, Program, Scaffold, Task

# To try out a sandbox with.
SMALL_PROGRAM = Program(
    task_id="small",
    rank=0,
    code_language="python",
    source="def twice(number):\n    return number * 2\n",
    checks=(Check(probes=("assert twice(2) == 4",)),),
    scaffold=Scaffold(entry="twice"),
)


def assemble(task: Task, candidate: Candidate) -> Program:
    scaffold = task.scaffold
    return Program(
        task_id=task.id,
        rank=candidate.rank,
        code_language=task.code_language,
        source=source(task, candidate.code),
        preamble=python.preamble(scaffold.before, scaffold.entry) if scaffold.entry else "",
        checks=task.checks,
        scaffold=scaffold,
        reference=source(task, task.references[0]) if task.references else "",
    )


def source(task: Task, code: str) -> str:
    """Code that defines the entry stands on its own; other code is what belongs between before and after."""
    scaffold = task.scaffold
    if task.code_language != "python":
        return scaffold.before + code + scaffold.after
    return _python_source(scaffold.before, code, scaffold.after, scaffold.entry)


@lru_cache(maxsize=16)  # The reference is put together once for all candidates of a task.
def _python_source(before: str, code: str, after: str, entry: str) -> str:
    if entry and python.defines(code, entry):
        program = python.preamble(before, entry) + code
    else:
        program = before + code + after
    return python.future_first(program)


def refused(task: Task, candidate: Candidate) -> Iterator[Observation]:
    """What is seen of a candidate without code: nothing runs, and no check can hold by silence."""
    reason, cause = candidate.fault or "the answer is empty", Cause("no code")
    for check in task.checks:
        yield Observation(task.id, candidate.rank, check.name, ending="failed", reason=reason, cause=cause)
