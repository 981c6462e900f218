"""A program in Python -> an answer: run on the examples of the person, in the ordinary sandbox."""

from __future__ import annotations

import ast
import builtins
from collections.abc import Sequence
from pathlib import Path

from asmeant.answers.answer import Answer, Standing
from asmeant.errors import DataError, UsageError
from asmeant.execution import assemble, refused
from asmeant.judging import judge
from asmeant.languages import python
from asmeant.records import Candidate, Check, Limits, Scaffold, Task
from asmeant.seams import Sandbox

LIMITS = Limits(seconds=5.0)
STANDING: dict[str, Standing] = {"passed": "works", "failed": "fails", "undecided": "untried"}


class ProgramTrier:
    """Runs answers in Python on the probes of a task. Without probes nothing is run."""

    def __init__(self, task: Task, sandbox: Sandbox) -> None:
        self.task, self.sandbox = task, sandbox

    def warm_up(self) -> None:
        """The sandbox starts with its first program."""

    def __call__(self, candidate: Candidate) -> Answer:
        tree = python.parse(candidate.code)
        if tree is None or not tree.body:
            reason = candidate.fault or ("not Python" if candidate.code.strip() else "the answer is empty")
            return Answer(candidate.rank, candidate.code, "fails", "", f"no program: {reason}")
        if not self.task.checks:
            ending = "not run: give an example of what it must do, with --example"
            return _described(candidate, tree, "untried", ending)
        program = assemble(self.task, candidate)
        observations = list(self.sandbox.run([program], LIMITS)) or list(refused(self.task, candidate))
        verdict = judge(self.task, candidate.rank, observations)
        count = sum(len(check.probes) for check in self.task.checks)
        passed = max((observation.probes_passed for observation in observations), default=0)
        ending = f"{passed} of {count} examples hold" + (f": {verdict.reason}" if verdict.reason else "")
        stdout = observations[0].stdout if observations else ""
        return _described(candidate, tree, STANDING[verdict.status], ending, stdout)

    def close(self) -> None:
        """The sandbox ends with this process."""


def _described(
    candidate: Candidate, tree: ast.Module, standing: Standing, ending: str, stdout: str = ""
) -> Answer:
    return Answer(
        candidate.rank,
        candidate.code,
        standing,
        ast.dump(tree),  # the same program, however it is laid out
        ending,
        candidate.log_probability,
        explanation=_explanation(tree),
        stdout=stdout,
    )


def _explanation(tree: ast.Module) -> str:
    """What a reader looks for first: what it defines, and what it needs."""
    defined = [node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef)]
    imported = sorted(
        {
            name.split(".")[0]
            for node in ast.walk(tree)
            for name in (
                [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else []
            )
        }
        - {""}
    )
    sentences = []
    if defined:
        sentences.append(f"Defines {', '.join(defined)}.")
    if imported:
        sentences.append(f"Uses {', '.join(imported)}.")
    return " ".join(sentences)


def example_task(intent: str, intent_language: str, examples: Sequence[str]) -> Task:
    """The task that a person sets by an intent and examples: `f([3, 1]) == [1, 3]`, or an assertion."""
    probes = tuple(_probe(example) for example in examples)
    entry = next((name for probe in probes if (name := _called(probe))), "")
    return Task(
        "ask",
        intent,
        intent_language,
        "python",
        checks=(Check(probes=probes),) if probes else (),
        scaffold=Scaffold(entry=entry, any_function=bool(entry)),
    )


def read_examples(words: Sequence[str]) -> tuple[str, ...]:
    """Each word is an example, or a file that has one on each line."""
    examples: list[str] = []
    for word in words:
        path = Path(word)
        try:
            is_file = path.is_file()
            text = path.read_text("utf-8") if is_file else word
        except (OSError, ValueError) as error:
            raise DataError(
                f"The examples in {word[:80]!r} cannot be read: {error}. Give a text file."
            ) from None
        examples += [line for line in text.splitlines() if line.strip()] if is_file else [text]
    return tuple(examples)


def _probe(example: str) -> str:
    text = example.strip()
    tree = python.parse(text)
    statement = tree.body[0] if tree is not None and len(tree.body) == 1 else None
    if isinstance(statement, ast.Assert):
        return text
    if not isinstance(statement, ast.Expr) or not any(
        isinstance(node, ast.Call) for node in ast.walk(statement)
    ):
        raise UsageError(
            f"{example!r} is no example. Write what must be true of a call: --example 'f([3, 1]) == [1, 3]'"
        )
    return f"assert {text}"


def _called(probe: str) -> str:
    """The function that the example is about: the first call of a name that Python does not define."""
    for node in ast.walk(ast.parse(probe)):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and not hasattr(builtins, node.func.id)
        ):
            return node.func.id
    return ""
