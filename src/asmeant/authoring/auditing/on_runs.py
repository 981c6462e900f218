"""Task -> findings that need its code to run: on its references, and on trivial answers."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from asmeant.authoring.audit import empty_answer
from asmeant.authoring.auditing.findings import Finding
from asmeant.authoring.varying import read_check
from asmeant.decisions import Decision
from asmeant.execution import assemble
from asmeant.judging import judge
from asmeant.languages import python
from asmeant.records import Candidate, Check, Limits, Observation, Task
from asmeant.seams import Sandbox

FAILS = "reference fails"
EMPTY = "an empty answer passes"
CONSTANT = "a constant passes"
IDENTITY = "an answer that returns its arguments passes"
UNSTABLE = "unstable"
ORDER = "probes depend on their order"
NO_REFERENCE = "no reference"
QUARANTINED = "quarantined"
UNDECIDED = "undecided"
HELPER = "another function passes"
SLOW = "slow reference"
SLOW_SECONDS = 2.0

# Values that a program may return without looking at its arguments, besides those that the probes expect.
CONSTANTS = ("True", "[]")


@dataclass(frozen=True, slots=True)
class Audited:
    """The results of running one task. `passes` is None if its references could not be decided."""

    task: str
    passes: bool | None
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Answer:
    """A trivial answer, and the rule that is broken if it passes."""

    rule: str
    name: str
    code: str


def run_task(task: Task, sandboxes: Sequence[Sandbox], limits: Limits) -> Audited:
    """Runs the references with each seed and in two orders of probes, and trivial answers."""
    if reason := task.tags.get("quarantine"):
        return Audited(task.id, None, (Finding(task.id, QUARANTINED, "its world does not judge it", reason),))
    if not task.references:
        reason = "nothing shows that the checks can be met"
        return Audited(task.id, None, (Finding(task.id, NO_REFERENCE, reason),))
    runs = [decided(task, task.references, sandbox, limits) for sandbox in sandboxes]
    findings = [*_on_references(runs[0]), *_on_seeds(runs)]
    statuses = {decision.verdict.status for decision in runs[0]}
    passes = None if "undecided" in statuses else statuses == {"passed"}
    if passes:
        findings += _on_order(task, sandboxes[0], limits)
        findings += _on_helpers(task, sandboxes[0], limits)
        findings += _on_answers(task, sandboxes[0], limits)
    return Audited(task.id, passes, tuple(findings))


def decided(task: Task, codes: Sequence[str], sandbox: Sandbox, limits: Limits) -> list[Decision]:
    candidates = [Candidate(task.id, rank, code) for rank, code in enumerate(codes)]
    observations: dict[int, list[Observation]] = {candidate.rank: [] for candidate in candidates}
    for observation in sandbox.run((assemble(task, candidate) for candidate in candidates), limits):
        observations[observation.rank].append(observation)
    return [
        Decision(
            task,
            candidate,
            judge(task, candidate.rank, observations[candidate.rank]),
            observations[candidate.rank],
        )
        for candidate in candidates
    ]


def _on_references(decisions: Sequence[Decision]) -> Iterator[Finding]:
    for decision in decisions:
        task, verdict = decision.task, decision.verdict
        where = f"reference {verdict.rank + 1}" if len(decisions) > 1 else "the reference"
        if verdict.status == "failed":
            kind = f"{verdict.cause.kind} {verdict.cause.exception}".strip() if verdict.cause else "failed"
            yield Finding(task.id, FAILS, f"{where}: {kind}", verdict.reason)
        elif verdict.status == "undecided":
            yield Finding(task.id, UNDECIDED, where, verdict.reason)
        seconds = max((item.cpu_seconds for item in decision.observations), default=0.0)
        if seconds > SLOW_SECONDS:
            yield Finding(task.id, SLOW, where, f"{seconds:.1f} s")


def _on_helpers(task: Task, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    """Other functions of the reference, each called instead of the tested one."""
    entry, reference = task.scaffold.entry, task.references[0]
    helpers = [name for name in python.functions(reference) if name != entry]
    if not helpers or not task.scaffold.any_function:
        return
    by_name = replace(task, scaffold=replace(task.scaffold, any_function=False))
    decisions = decided(by_name, [f"{reference}\n{entry} = {name}\n" for name in helpers], sandbox, limits)
    passing = [
        name for name, decision in zip(helpers, decisions, strict=True) if decision.verdict.status == "passed"
    ]
    if passing:
        yield Finding(task.id, HELPER, f"{len(passing)} beside the tested one", ", ".join(passing))


def _on_seeds(runs: Sequence[Sequence[Decision]]) -> Iterator[Finding]:
    statuses = [[(item.verdict.status, item.verdict.held) for item in run] for run in runs]
    changed = sum(status != statuses[0] for status in statuses[1:])
    if changed:
        reasons = [item.verdict.reason for run in runs for item in run if item.verdict.status != "passed"]
        where = f"verdicts changed in {changed} of {len(runs) - 1} repetitions"
        yield Finding(runs[0][0].task.id, UNSTABLE, where, reasons[0] if reasons else "other checks held")


def _on_order(task: Task, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    """The first reference, with the probes of each check that it meets in reverse order."""
    if not any(len(check.probes) > 1 for check in task.checks):
        return
    reversed_task = replace(
        task, checks=tuple(replace(check, probes=check.probes[::-1]) for check in task.checks)
    )
    (decision,) = decided(reversed_task, task.references[:1], sandbox, limits)
    if decision.verdict.status == "failed":
        yield Finding(task.id, ORDER, "the reference fails in reverse order", decision.verdict.reason)


# ── trivial answers ──


def _on_answers(task: Task, sandbox: Sandbox, limits: Limits) -> Iterator[Finding]:
    empty = Answer(EMPTY, "an empty answer", empty_answer(task))
    (decision,) = decided(task, [empty.code], sandbox, limits)
    if decision.verdict.status == "passed":
        yield Finding(task.id, EMPTY, f"check '{decision.verdict.held[0]}' holds when nothing is done")
        return
    # Whether an equation of literals is met by a constant can be decided without running it.
    unread = tuple(check for check in task.checks if check.probes and read_check(check) is None)
    if task.code_language != "python" or not unread:
        return
    answers = list(answers_without_work(task, unread))
    shortened = replace(task, checks=unread)
    decisions = decided(shortened, [answer.code for answer in answers], sandbox, limits)
    for answer, decision in zip(answers, decisions, strict=True):
        if decision.verdict.status == "passed":
            where = f"check '{decision.verdict.held[0]}' accepts {answer.name}"
            yield Finding(task.id, answer.rule, where, answer.code.strip())
            return


def answers_without_work(task: Task, checks: Iterable[Check]) -> Iterator[Answer]:
    """Constants, including those that the probes expect, and the arguments unchanged."""
    for value in expected_values(checks):
        yield Answer(CONSTANT, "a value that a probe expects", returning(task, value))
    for value in CONSTANTS:
        yield Answer(CONSTANT, f"the constant {value}", returning(task, value))
    names = parameters(task)
    if names is None:
        yield Answer(IDENTITY, "the first argument", returning(task, "arguments[0]"))
        yield Answer(IDENTITY, "all arguments", returning(task, "arguments"))
    elif names:
        yield Answer(IDENTITY, "the first argument", returning(task, names[0]))
    if names and len(names) > 1:
        yield Answer(IDENTITY, "all arguments", returning(task, f"({', '.join(names)})"))


def expected_values(checks: Iterable[Check]) -> list[str]:
    """For each check, the first literal that a probe compares with, as source."""
    values: dict[str, None] = {}
    for check in checks:
        for probe in check.probes:
            value = _first_expected(probe)
            if value is not None:
                values.setdefault(value)
                break
    return list(values)


def _first_expected(probe: str) -> str | None:
    for node in ast.walk(python.parse(probe) or ast.Module([], [])):
        if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq):
            for side in (node.comparators[0], node.left):
                try:
                    ast.literal_eval(side)
                except (ValueError, TypeError, SyntaxError, RecursionError):
                    continue
                return ast.unparse(side)
    return None


def parameters(task: Task) -> tuple[str, ...] | None:
    """The parameters of the function that the scaffold begins. None if the answer defines its own."""
    before = task.scaffold.before
    if not before.strip():
        return None
    tree = python.parse(before + "None") or python.parse(before + "pass")
    for node in ast.walk(tree or ast.Module([], [])):
        if isinstance(node, ast.FunctionDef) and node.name == task.scaffold.entry:
            return tuple(item.arg for item in node.args.args)
    return ()


def returning(task: Task, value: str) -> str:
    """An answer that returns a value, in the form that the task needs."""
    before = task.scaffold.before
    if before.rstrip(" ").endswith("return"):
        return value
    if before:
        return f"return {value}"
    return f"def {task.scaffold.entry}(*arguments, **options):\n    return {value}\n"
