"""Files -> Task. HumanEval: a signature and a docstring to complete, checked by the body of one function."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import msgspec

from asmeant.datasets.probes import as_probes
from asmeant.datasets.release import Release, ReleasedFile, on_github, read_objects
from asmeant.languages import python
from asmeant.records import Check, Scaffold, Task

_PATH = "humaneval/HumanEval.jsonl.gz"
_COMMIT = "463c980b59e818ace59f6f9803cd92c749ceae61"


class Row(msgspec.Struct, frozen=True):
    """One line of the released file."""

    task_id: str
    prompt: str
    entry_point: str
    canonical_solution: str
    test: str


def to_task(row: Row) -> Task:
    """The task of one row."""
    setup, blocks = _split(row.test, row.entry_point)
    return Task(
        id=row.task_id,
        intent=_docstring(row),
        references=(row.canonical_solution,),
        checks=(Check(probes=as_probes(blocks)),),
        scaffold=Scaffold(before=row.prompt, setup=setup, entry=row.entry_point),
    )


def _docstring(row: Row) -> str:
    """The docstring of the function, or the whole prompt if there is none."""
    tree = python.parse(row.prompt + row.canonical_solution)
    for node in tree.body if tree else ():
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name == row.entry_point:
            return (ast.get_docstring(node) or row.prompt).strip()
    return row.prompt.strip()


def _split(module: str, entry: str) -> tuple[str, list[str]]:
    """A test module without its `check`, and the body of `check` in blocks."""
    tree = python.parse(module)
    check = (
        next((node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == "check"), None)
        if tree
        else None
    )
    if check is None or check.end_lineno is None:
        # Run the module unchanged: either it defines `check`, or its error should be reported.
        return module.strip("\n"), ["check(candidate)"]
    lines = module.split("\n")
    setup = "\n".join([*lines[: check.lineno - 1], *lines[check.end_lineno :]]).strip("\n")
    parameter = check.args.args[0].arg if check.args.args else "candidate"
    if parameter != "candidate":
        setup = f"{setup}\n{parameter} = {entry}".lstrip("\n")
    return setup, list(_blocks(check.body, lines))


def _blocks(body: list[ast.stmt], lines: list[str]) -> Iterator[str]:
    """The source of a body, split after each statement with an assert. The rest belongs to the last block."""
    ends = [
        node.end_lineno or node.lineno
        for node, following in zip(body, [*body[1:], None], strict=True)
        if _asserts(node) and (following is None or _first_line(following) > (node.end_lineno or node.lineno))
    ]
    last = body[-1].end_lineno or body[-1].lineno
    ends = [*ends[:-1], last]
    start = min(_first_line(body[0]), ends[0])
    for end in ends:
        yield "\n".join(lines[start - 1 : end])
        start = end + 1


def _first_line(node: ast.stmt) -> int:
    match node:
        case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef():
            return min(node.lineno, *(mark.lineno for mark in node.decorator_list), node.lineno)
        case _:
            return node.lineno


def _asserts(node: ast.stmt) -> bool:
    """Whether a statement asserts when it runs. A definition does not."""
    definition = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef)
    return not definition and any(isinstance(child, ast.Assert) for child in ast.walk(node))


def _read(folder: Path, _variant: str, _language: str) -> Iterator[Task]:
    return map(to_task, read_objects(folder, _PATH, Row))


HUMANEVAL = Release(
    name="humaneval",
    about="Hand-written signatures and docstrings, with asserts",
    licence="MIT",
    citation="Chen et al.: Evaluating Large Language Models Trained on Code. 2021. arXiv:2107.03374",
    home="https://github.com/openai/human-eval",
    languages=("en",),
    variants={},
    files=(
        ReleasedFile(
            _PATH,
            on_github("openai/human-eval", _COMMIT, "data/HumanEval.jsonl.gz"),
            "b796127e635a67f93fb35c04f4cb03cf06f38c8072ee7cee8833d7bee06979ef",
            44_877,
        ),
    ),
    needs=lambda _variant, _language: (_PATH,),
    read=_read,
)
