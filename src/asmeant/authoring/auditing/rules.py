"""All rules of an audit, and the findings of those that run nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from asmeant.authoring.auditing import on_code, on_libraries, on_probes, on_runs, on_sets
from asmeant.authoring.auditing.findings import Finding, Rule, Split
from asmeant.records import Task

RULES: tuple[Rule, ...] = (
    # found by running
    Rule(
        on_runs.FAILS,
        "fault",
        "right code is rejected: the reference or a check is wrong, or it needs another environment",
    ),
    Rule(on_runs.EMPTY, "fault", "code that does nothing is accepted"),
    Rule(on_runs.CONSTANT, "fault", "a program that always answers the same is accepted"),
    Rule(on_runs.IDENTITY, "fault", "a program that returns its arguments is accepted"),
    Rule(on_runs.UNSTABLE, "fault", "verdicts differ between repetitions with other seeds"),
    Rule(on_runs.ORDER, "fault", "the reference fails when the probes of a check run in reverse order"),
    Rule(on_runs.NO_REFERENCE, "fault", "nothing shows that the checks can be met"),
    Rule(on_runs.QUARANTINED, "fault", "its world has taken the task out, for a reason"),
    Rule(on_runs.UNDECIDED, "note", "the reference could not be run here"),
    Rule(
        on_runs.HELPER,
        "note",
        "another function of the reference passes too, where any function may be the answer",
    ),
    Rule(on_runs.SLOW, "note", f"the reference takes more than {on_runs.SLOW_SECONDS:g} s of CPU time"),
    # found by reading
    Rule(on_probes.NOT_PYTHON, "fault", "nothing can meet the check"),
    Rule(on_probes.NO_ASSERTION, "fault", "the probe passes whatever the candidate returns"),
    Rule(on_probes.NO_CALL, "fault", "the probe passes or fails whatever the candidate is"),
    Rule(on_probes.DEPENDENT, "fault", "probes fail alone, or in another order"),
    Rule(on_probes.WEAK, "fault", "a function that does no work meets the check"),
    Rule(on_probes.REPEATED, "doubt", "the check adds nothing"),
    Rule(on_probes.MIXED, "doubt", "a rewriting may have missed an assertion"),
    Rule(on_probes.BARE_EXCEPT, "doubt", "a timeout or a wrong answer may be caught"),
    Rule(on_probes.EXACT_FLOAT, "note", "another order of operations may give another last digit"),
    Rule(
        on_code.NOT_CODE, "fault", "no program can be made from it, and metrics on syntax trees drop the task"
    ),
    Rule(on_libraries.SUBMODULE, "fault", "it works only where another module has imported the submodule"),
    Rule(on_libraries.UNDEFINED, "fault", "an import or a definition is missing"),
    Rule(on_code.NO_CODE, "doubt", "all that the task asks for is in its scaffold"),
    Rule(on_code.MOJIBAKE, "doubt", "letters were lost when the data was made"),
    Rule(on_code.ESCAPED, "doubt", "line breaks were escaped twice"),
    Rule(on_code.TYPOGRAPHY, "doubt", "quotes, dashes, blanks or letters that the language does not have"),
    Rule(on_libraries.UNDECLARED, "doubt", "an environment built from the declared libraries lacks one"),
    Rule(on_libraries.UNUSED, "doubt", "the task is counted for a library that it does not use"),
    Rule(on_code.LACKING, "doubt", "intent and code do not speak of the same variables"),
    Rule(on_code.OUT_OF_SCOPE, "note", "outside the scope of NL2Bash (its Table 2)"),
    Rule(on_libraries.NETWORK, "note", "the outcome may depend on a service"),
    Rule(on_code.TAB, "note", "replacing tabs by blanks changes what the code does"),
    Rule(on_code.BLANKS, "note", "text metrics may count them"),
    Rule(on_code.NO_NAMES, "note", "nothing shows which words are names of variables"),
    Rule(on_code.QUESTION, "note", "guidelines ask for an imperative sentence"),
    Rule(on_code.NOT_REWRITTEN, "note", "the title was not made precise"),
    # found by comparing
    Rule(on_sets.REPEATS, "fault", "the task counts twice"),
    Rule(on_sets.LEAK, "fault", "what is tested was trained on"),
    Rule(on_sets.INTENT_LEAK, "fault", "the question is known from another split"),
    Rule(on_sets.CODE_LEAK, "doubt", "the answer is known from another split"),
    Rule(on_sets.NEAR_LEAK, "doubt", "a task of another split differs in a few words"),
    Rule(on_sets.NEAR, "doubt", "another task differs in a few words"),
    Rule(
        on_sets.SAME_INTENT, "note", "one intent has several answers: grouping them is fairer to comparisons"
    ),
    Rule(on_sets.SAME_POST, "note", "ids made from posts are not unique"),
)
BY_NAME = {rule.name: rule for rule in RULES}

READING: tuple[Callable[[Task], Iterator[Finding]], ...] = (
    on_probes.on_probes,
    on_code.on_references,
    on_libraries.on_libraries,
    on_code.on_intent,
    on_code.on_encoding,
)


def read_tasks(splits: Sequence[Split]) -> Iterator[Finding]:
    """All findings that need nothing to run."""
    for split in splits:
        for task in split.tasks:
            yield from read_task(task)
    yield from on_sets.on_splits(splits)


def read_one(split: Split, others: Sequence[Split]) -> Iterator[Finding]:
    """The findings on the tasks of one split, which must share nothing with the others."""
    for task in split.tasks:
        yield from read_task(task)
    ids = {task.id for task in split.tasks}
    yield from (finding for finding in on_sets.on_splits([*others, split]) if finding.task in ids)


def read_task(task: Task) -> Iterator[Finding]:
    for rule in READING:
        yield from rule(task)
