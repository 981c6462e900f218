"""Task, Candidate -> Program. Pure: the two are put together as the scaffold says."""

from __future__ import annotations

from collections.abc import Iterator

from asmeant.languages import python
from asmeant.records import Candidate, Check, Observation, Program, Task

# To try out a sandbox with.
SMALL_PROGRAM = Program(
    task_id="small",
    rank=0,
    code_language="python",
    source="def twice(number):\n    return number * 2\n",
    setup="",
    checks=(Check(probes=("assert twice(2) == 4",)),),
    entry="twice",
)


def assemble(task: Task, candidate: Candidate) -> Program:
    scaffold = task.scaffold
    return Program(
        task_id=task.id,
        rank=candidate.rank,
        code_language=task.code_language,
        source=source(task, candidate.code),
        preamble=python.preamble(scaffold.before, scaffold.entry) if scaffold.entry else "",
        setup=scaffold.setup,
        checks=task.checks,
        entry=scaffold.entry,
        any_function=scaffold.any_function,
        files=scaffold.files,
        libraries=scaffold.libraries,
        reference=source(task, task.references[0]) if task.references else "",
        tree=scaffold.tree,
        working_directory=scaffold.working_directory,
        clock=scaffold.clock,
    )


def source(task: Task, code: str) -> str:
    """Code that defines the entry stands on its own; other code is what belongs between before and after."""
    scaffold = task.scaffold
    if task.code_language != "python":
        return scaffold.before + code + scaffold.after
    if scaffold.entry and python.defines(code, scaffold.entry):
        program = python.preamble(scaffold.before, scaffold.entry) + code
    else:
        program = scaffold.before + code + scaffold.after
    return python.future_first(program)


def refused(task: Task, candidate: Candidate) -> Iterator[Observation]:
    """What is seen of a candidate without code: nothing runs, and no check can hold by silence."""
    reason = candidate.fault or "the answer is empty"
    for check in task.checks:
        yield Observation(task.id, candidate.rank, check.name, ending="failed", reason=reason)
