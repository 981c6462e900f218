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
    """A result of an audit for one task. `fault` is None if the task has no fault."""

    task: Task
    fault: Fault | None
    reason: str
    reference_passes: bool

    @property
    def is_fault(self) -> bool:
        """Whether the task itself is at fault. Undecided and unsure results are not faults of the task."""
        return self.fault not in (None, "undecided", "expectation not sure")


def audit(
    tasks: Iterable[Task], sandboxes: Sequence[Sandbox], limits: Limits, workers: Workers
) -> Iterator[list[Finding]]:
    """The findings for each task, as they are completed. The first one says whether the references pass.

    Several sandboxes with different seeds show which tasks depend on chance or on the clock.
    """

    def examine(task: Task) -> list[Finding]:
        empty = Candidate(task.id, len(task.references), empty_answer(task), model=EMPTY)
        answers = [*_references(task), empty]
        repetitions = [_judged(task, answers, sandbox, limits) for sandbox in sandboxes]
        task_findings = findings(task, repetitions[0])
        changed = [verdicts for verdicts in repetitions if _statuses(verdicts) != _statuses(repetitions[0])]
        if changed:
            count = f"{len(changed)} of {len(repetitions) - 1}"
            reason = f"verdicts changed in {count} repetitions: {_first_reason([repetitions[0], *changed])}"
            task_findings = [
                Finding(task, "unstable", reason, task_findings[0].reference_passes),
                *task_findings,
            ]
        return [finding for finding in task_findings if finding.fault] or task_findings

    return workers.map(examine, tasks)


def _judged(task: Task, answers: Sequence[Candidate], sandbox: Sandbox, limits: Limits) -> list[Verdict]:
    observations = defaultdict(list)
    for observation in sandbox.run((assemble(task, answer) for answer in answers), limits):
        observations[observation.rank].append(observation)
    return [judge(task, answer.rank, observations[answer.rank]) for answer in answers]


def _statuses(verdicts: Sequence[Verdict]) -> list[tuple[str, tuple[str, ...]]]:
    return [(verdict.status, verdict.held) for verdict in verdicts]


def _first_reason(repetitions: Sequence[Sequence[Verdict]]) -> str:
    """Why an answer did not pass that passed in another repetition."""
    for rank in range(len(repetitions[0])):
        repeated = [verdicts[rank] for verdicts in repetitions]
        statuses = {verdict.status for verdict in repeated}
        reasons = [verdict.reason for verdict in repeated if verdict.status != "passed"]
        if len(statuses) > 1 and reasons:
            return reasons[0]
    return "other checks held"


def suggested_quarantine(findings: Iterable[Finding]) -> dict[str, str]:
    """The tasks on which nothing can be judged, and why: right code passes only in some repetitions."""
    return {finding.task.id: finding.reason for finding in findings if finding.fault == "unstable"}


def _references(task: Task) -> list[Candidate]:
    return [Candidate(task.id, rank, code, model="reference") for rank, code in enumerate(task.references)]


def findings(task: Task, verdicts: Sequence[Verdict]) -> list[Finding]:
    """The findings that follow from the verdicts: on the references and, last, on the empty answer. Pure."""
    *references, empty = verdicts
    passes = bool(references) and all(verdict.status == "passed" for verdict in references)
    faults: list[tuple[Fault, str]] = []
    if not references:
        faults.append(("no reference", "nothing shows that the checks can be met"))
    for verdict in references:
        prefix = f"reference {verdict.rank + 1}: " if len(references) > 1 else ""
        if verdict.status == "failed":
            faults.append(("reference fails", prefix + verdict.reason))
        elif verdict.status == "undecided":
            faults.append(("undecided", verdict.reason))
    if empty.status == "passed":
        faults.append(("an empty answer passes", f"check '{empty.held[0]}' holds when nothing is done"))
    for name in filter(None, task.tags.get("unparsable_checks", "").split(",")):
        faults.append(("check cannot be met", f"check '{name}' is not valid Python; it is kept as released"))
    for check in task.checks:
        if check.expects is not None and not check.expects.sure:
            reasons = "; ".join(check.expects.because)
            faults.append(
                ("expectation not sure", f"check '{check.name}' expects {check.expects.kind}: {reasons}")
            )
    return [Finding(task, fault, reason, passes) for fault, reason in faults] or [
        Finding(task, None, "", passes)
    ]


def empty_answer(task: Task) -> str:
    """Code that does nothing, in the form that the task needs."""
    if task.code_language == "bash":
        return ":"
    scaffold = task.scaffold
    if scaffold.before.rstrip(" ").endswith("return"):
        return "None"
    if scaffold.before or not scaffold.entry:
        return "pass"
    return f"def {scaffold.entry}(*arguments, **options):\n    pass\n"
