"""Proposed sets -> why a wrong reading would pass them (MBUPP, section 3.2).

The reference gives more examples. A proposal's own transformations rewrite them for its signature. A one-step
reading that fits the set, but not all of these examples, is wrong, and the set does not detect it.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from dataclasses import replace

from asmeant.authoring.varying import Example, Proposal, read_check
from asmeant.authoring.varying.examples import Examples, written
from asmeant.authoring.varying.transformations import DOES_NOT_FIT
from asmeant.authoring.verifying.inputs import more_inputs
from asmeant.authoring.verifying.outcomes import outcomes
from asmeant.authoring.verifying.readings import Reading, readings
from asmeant.authoring.verifying.verification import verify
from asmeant.records import Limits, Task
from asmeant.seams import Sandbox


def more_examples(task: Task, sandbox: Sandbox, limits: Limits) -> Examples:
    """The answers of the first reference on many inputs like those of the first check."""
    call = read_check(task.checks[0]) if task.checks and task.references else None
    if call is None:
        return ()
    inputs = more_inputs([example.arguments for example in call[1]])
    observed = outcomes(task, task.references[0], inputs, sandbox, limits)
    examples = []
    for arguments, outcome in zip(inputs, observed, strict=True):
        if outcome is not None and not outcome.is_error:
            try:
                examples.append(Example(arguments, ast.literal_eval(outcome.value)))
            except (ValueError, SyntaxError, TypeError, RecursionError):
                continue
    answers = {written(example.arguments): example.answer for example in examples}
    if any(answers.get(written(example.arguments)) != example.answer for example in call[1]):
        return ()  # the first check is not about what the reference returns
    return tuple(examples)


def first_set_fault(task: Task, sandbox: Sandbox, limits: Limits) -> str:
    """Why no set should be made from the first one: it accepts a wrong program, and so would they."""
    verified = verify(replace(task, checks=task.checks[:1]), [sandbox], limits)
    for survivor in verified.weak:
        return f"the first set accepts a wrong {survivor.kind}, {survivor.change}: add {survivor.probe}"
    return ""


def refused_by_reading(
    proposals: Iterable[Proposal], examples: Examples, fault: str = ""
) -> Iterator[Proposal]:
    """The proposals. Those that a wrong reading would pass are refused; with a `fault`, all are."""
    for proposal in proposals:
        reason = proposal.refused or _wrong_reading(proposal, examples) or fault
        yield replace(proposal, refused=reason)


def _wrong_reading(proposal: Proposal, examples: Examples) -> str:
    call = read_check(proposal.check)
    if call is None:
        return ""
    rewritten = list(_rewritten(proposal, examples))
    for reading in readings(call[1]):
        wrong = next((example for example in rewritten if not _fits(reading, example)), None)
        if wrong is not None:
            arguments = ", ".join(map(written, wrong.arguments))
            return f"a function that returns {reading.expression} passes, and is wrong for ({arguments})"
    return ""


def _rewritten(proposal: Proposal, examples: Examples) -> Iterator[Example]:
    for example in examples:
        try:
            for transformation in proposal.transformations:
                example = transformation.rewrite(example)
        except DOES_NOT_FIT:
            continue
        yield example


def _fits(reading: Reading, example: Example) -> bool:
    try:
        return bool(reading.function(example.arguments) == example.answer)
    except DOES_NOT_FIT:
        return False
