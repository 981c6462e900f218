"""Answers, shapes -> how many answers survive: the program that is extracted from the reply still passes."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from asmeant.execution import assemble
from asmeant.judging import judge
from asmeant.languages import python
from asmeant.prompts import extract, write_prompt
from asmeant.records import Candidate, Limits, Prompting, Task
from asmeant.seams import Sandbox
from replies.answers import Answer, Shape, answer_of

LIMITS = Limits(seconds=10)


@dataclass(frozen=True, slots=True)
class Trial:
    """One answer in one shape."""

    suite: str
    shape: str
    task_id: str
    survived: bool
    reply: str
    code: str
    fault: str


@dataclass(slots=True)
class Judge:
    """Says whether a program passes, and runs each distinct program only once."""

    sandbox: Sandbox
    passed: dict[tuple[str, str], bool] = field(default_factory=dict)

    def passes(self, task: Task, code: str) -> bool:
        candidate = Candidate(task.id, 0, code)
        program = assemble(task, candidate)
        key = (task.id, _normal(program.source))
        if key not in self.passed:
            observations = list(self.sandbox.run([program], LIMITS)) if code.strip() else []
            self.passed[key] = bool(observations) and judge(task, 0, observations).status == "passed"
        return self.passed[key]


def _normal(source: str) -> str:
    """The program without its layout: two that differ in blanks and comments alone do the same."""
    tree = python.parse(source)
    return ast.dump(tree) if tree else source


def right_answers(tasks: Iterable[Task], judging: Judge, most: int | None = None) -> list[Answer]:
    """The answers that pass here: a reference may need a library that is not installed."""
    answers: list[Answer] = []
    for task in tasks:
        if task.code_language != "python" or not task.references or not task.checks:
            continue
        answer = answer_of(task)
        if answer and judging.passes(task, answer.code):
            answers.append(answer)
        if len(answers) == most:
            break
    return answers


def trials(suite: str, answers: Sequence[Answer], shapes: Sequence[Shape], judging: Judge) -> Iterator[Trial]:
    for shape in shapes:
        for answer in answers:
            reply = shape.make(answer)
            if reply is not None:
                yield _tried(suite, answer, shape, reply, judging)


def _tried(suite: str, answer: Answer, shape: Shape, reply: str, judging: Judge) -> Trial:
    task = answer.task
    prompt = write_prompt(task, Prompting(), shape.form)
    extraction = extract(reply, task, prompt, shape.truncated)
    survived = judging.passes(task, extraction.code)
    return Trial(suite, shape.name, task.id, survived, reply, extraction.code, extraction.fault)
