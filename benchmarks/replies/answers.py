"""Task -> Answer: a right answer, and the parts of it from which replies are made."""

from __future__ import annotations

import ast
from collections.abc import Callable
from dataclasses import dataclass

from asmeant.languages import python
from asmeant.records import Form, Task


@dataclass(frozen=True, slots=True)
class Answer:
    """The first reference of a task. `code` is the whole program that defines the function `name`."""

    task: Task
    code: str
    name: str
    parameters: tuple[str, ...]
    has_plain_parameters: bool = True

    @property
    def reference(self) -> str:
        return self.task.references[0]

    @property
    def continuation(self) -> str:
        """The reference behind a prompt from whose end blanks were stripped."""
        before = self.task.scaffold.before
        return (before[len(before.rstrip()) :] or "\n") + self.reference

    @property
    def call(self) -> str:
        """An example call, which nobody should run: its arguments are made up."""
        return f"{self.name}({', '.join(str(number) for number, _ in enumerate(self.parameters, 1))})"

    @property
    def stub(self) -> str:
        return f"def {self.name}({', '.join(self.parameters)}):"

    @property
    def wants_expression(self) -> bool:
        return self.task.scaffold.before.endswith("return ")

    @property
    def wants_body(self) -> bool:
        return bool(self.task.scaffold.before) and not self.wants_expression

    @property
    def imports(self) -> str:
        """The imports that stand above the function, one to a line."""
        tree = python.parse(self.code)
        nodes = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)] if tree else []
        return "".join(f"{ast.unparse(node)}\n" for node in nodes)


def answer_of(task: Task) -> Answer | None:
    """None where the reference does not define a function of its own."""
    code = (task.scaffold.before + task.references[0] + task.scaffold.after).strip("\n")
    code = "\n".join(line.rstrip() for line in code.split("\n"))
    tree = python.parse(code)
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef)] if tree else []
    named = [node for node in functions if node.name == task.scaffold.entry] or functions[-1:]
    if not named:
        return None
    arguments = named[-1].args
    parameters = tuple(item.arg for item in [*arguments.posonlyargs, *arguments.args])
    plain = not (arguments.defaults or arguments.vararg or arguments.kwarg or arguments.kwonlyargs)
    return Answer(task, code, named[-1].name, parameters, plain)


@dataclass(frozen=True, slots=True)
class Shape:
    """A way to wrap an answer. `make` gives None for an answer that cannot be wrapped in this way."""

    name: str
    make: Callable[[Answer], str | None]
    form: Form = "chat"
    truncated: bool = False


def fence(code: str, info: str = "python", mark: str = "```") -> str:
    return f"{mark}{info}\n{code}\n{mark}"


def indented(text: str, margin: str = "    ") -> str:
    return "\n".join(margin + line if line.strip() else line for line in text.split("\n"))


def wrapped(answer: Answer) -> tuple[str, str] | None:
    """A helper that does the work, and a function of the asked name that calls it."""
    helper = python.rename(answer.code, answer.name, f"{answer.name}_inner")
    if not answer.has_plain_parameters:
        return None
    names = ", ".join(answer.parameters)
    return helper, f"def {answer.name}({names}):\n    return {answer.name}_inner({names})"
