"""Task -> Finding: every reference must pass, and an empty answer must fail."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from asmeant.execution import assemble
from asmeant.judging import judge
from asmeant.records import Candidate, Limits, Task, Verdict
from asmeant.seams import Sandbox, Workers

Fault = Literal[
    "reference fails",
    "an empty answer passes",
    "no reference",
    "check cannot be met",
    "unstable",
    "undecided",
    "expectation not sure",
]
EMPTY = "empty"


@dataclass(frozen=True, slots=True)
class Finding:
    """What an audit says of one task. `fault` is None for a sound one."""

    task: Task
    fault: Fault | None
    reason: str
    reference_passes: bool

    @property
    def is_fault(self) -> bool:
        """What could not be run here says nothing about the task; what is not sure is for a person."""
        return self.fault not in (None, "undecided", "expectation not sure")


def audit(
    tasks: Iterable[Task], sandboxes: Sequence[Sandbox], limits: Limits, workers: Workers
) -> Iterator[list[Finding]]:
    """The findings on each task, as they come; the first tells whether its references pass.

    Several sandboxes, each with a seed of its own, show which tasks depend on chance or on the clock.
    """

    def examine(task: Task) -> list[Finding]:
        empty = Candidate(task.id, len(task.references), empty_answer(task), model=EMPTY)
        answers = [*_references(task), empty]
        times = [_judged(task, answers, sandbox, limits) for sandbox in sandboxes]
        found = findings(task, times[0])
        changed = [verdicts for verdicts in times if _statuses(verdicts) != _statuses(times[0])]
        if changed:
            reason = f"verdicts changed in {len(changed)} of {len(times) - 1} repetitions"
            found = [Finding(task, "unstable", reason, found[0].reference_passes), *found]
        return [finding for finding in found if finding.fault] or found

    return workers.map(examine, tasks)


def _judged(task: Task, answers: Sequence[Candidate], sandbox: Sandbox, limits: Limits) -> list[Verdict]:
    seen = defaultdict(list)
    for observation in sandbox.run((assemble(task, answer) for answer in answers), limits):
        seen[observation.rank].append(observation)
    return [judge(task, answer.rank, seen[answer.rank]) for answer in answers]


def _statuses(verdicts: Sequence[Verdict]) -> list[tuple[str, tuple[str, ...]]]:
    return [(verdict.status, verdict.held) for verdict in verdicts]


def _references(task: Task) -> list[Candidate]:
    return [Candidate(task.id, rank, code, model="reference") for rank, code in enumerate(task.references)]


def findings(task: Task, verdicts: Sequence[Verdict]) -> list[Finding]:
    """What the verdicts on the references, and last on the empty answer, say about the task. Pure."""
    *references, empty = verdicts
    passes = bool(references) and all(verdict.status == "passed" for verdict in references)
    found: list[tuple[Fault, str]] = []
    if not references:
        found.append(("no reference", "nothing shows that the checks can be met"))
    for verdict in references:
        which = f"reference {verdict.rank + 1}: " if len(references) > 1 else ""
        if verdict.status == "failed":
            found.append(("reference fails", which + verdict.reason))
        elif verdict.status == "undecided":
            found.append(("undecided", verdict.reason))
    if empty.status == "passed":
        found.append(("an empty answer passes", f"check '{empty.held[0]}' holds when nothing is done"))
    for name in filter(None, task.tags.get("unparsable_checks", "").split(",")):
        found.append(("check cannot be met", f"check '{name}' is not valid Python; it is kept as released"))
    for check in task.checks:
        if check.expects is not None and not check.expects.sure:
            why = "; ".join(check.expects.because)
            found.append(
                ("expectation not sure", f"check '{check.name}' expects {check.expects.kind}: {why}")
            )
    return [Finding(task, fault, reason, passes) for fault, reason in found] or [
        Finding(task, None, "", passes)
    ]


def empty_answer(task: Task) -> str:
    """Code that does nothing, where the task wants some."""
    if task.code_language == "bash":
        return ":"
    scaffold = task.scaffold
    if scaffold.before.rstrip(" ").endswith("return"):
        return "None"
    if scaffold.before or not scaffold.entry:
        return "pass"
    return f"def {scaffold.entry}(*arguments, **options):\n    pass\n"
