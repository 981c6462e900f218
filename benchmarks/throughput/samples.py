"""Tasks -> a realistic set of samples: what a model gives that is asked many times.

Of 16,400 samples of a model with 16 billion parameters on HumanEval, 22 % were right, a third were the same
program as another of their task, 0.5 % never ended and 0.3 % needed too much memory. Here the same shares are
made of references: right ones as they are or written in another way, wrong ones by small changes and by
cutting off their end.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from asmeant.execution.assemble import source
from asmeant.records import Task
from throughput import work
from throughput.items import Item

# Some of what is changed is still right: with these shares, 22 % are in all.
RIGHT, ENDLESS, MEMORY, CUT_OFF = 0.16, 0.005, 0.003, 0.25
# Of all samples, those whose program another one of their task is, and those of them whose text is another.
SAME, OTHER_TEXT = 0.33, 0.2
# Some systems have no limit that would be reached before the machine is out of memory, so it is asked for at
# once, and refused.
TOO_MUCH = "bytearray(1 << 46)"
SWAPS: dict[type, Callable[[], ast.AST]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.Mod: ast.FloorDiv, ast.FloorDiv: ast.Mod,
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.And: ast.Or, ast.Or: ast.And,
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Sample:
    """A candidate of a task, and how it was made."""

    task: Task
    code: str
    kind: str


def samples(tasks: Sequence[Task], each: int, seed: int = 0) -> list[Sample]:
    """So many samples of each task, task by task. The same seed gives the same samples."""
    return [
        sample
        for number, task in enumerate(tasks)
        for sample in of_task(task, each, Random(f"{seed} {number}"))
    ]


def of_task(task: Task, count: int, random: Random) -> Iterator[Sample]:
    made: list[Sample] = []
    for _ in range(count):
        if made and random.random() < SAME:
            sample = random.choice(made)
            if random.random() < OTHER_TEXT:
                sample = replace(sample, code=f"{sample.code.rstrip()}\n\n# {random.randrange(1000)}\n")
        else:
            sample = _sample(task, random)
            made.append(sample)
        yield sample


def _sample(task: Task, random: Random) -> Sample:
    draw = random.random()
    for kind, share in (("endless", ENDLESS), ("memory", MEMORY), ("right", RIGHT), ("cut off", CUT_OFF)):
        if draw < share:
            return of_kind(task, kind, random)
        draw -= share
    return of_kind(task, "changed", random)


def of_kind(task: Task, kind: str, random: Random) -> Sample:
    code = _whole(task)
    if kind == "changed":
        return Sample(task, _mutated(code, random), kind)
    return Sample(task, _made(kind, code, task.scaffold.entry, random), kind)


def _made(kind: str, code: str, entry: str, random: Random) -> str:
    if kind == "endless":
        return _begun_with(code, entry, "while True:\n    pass")
    if kind == "memory":
        return _begun_with(code, entry, TOO_MUCH)
    if kind == "right":
        return f"{code}\n\nNUMBER = {random.randrange(10**6)}\n"
    return code[: random.randrange(len(code) // 3, len(code))]


def _whole(task: Task) -> str:
    """The reference as a program that stands by itself."""
    return ast.unparse(ast.parse(source(task, task.references[0]))) + "\n"


def _begun_with(code: str, entry: str, statements: str) -> str:
    """The program with these statements at the beginning of its function."""
    tree = ast.parse(code)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name == entry:
            node.body[:0] = ast.parse(statements).body
    return ast.unparse(tree) + "\n"


def _mutated(code: str, random: Random) -> str:
    """With some small changes: another operator, another number, a statement left out, another answer."""
    tree = ast.parse(code)
    for change in random.sample((_swap, _renumber, _leave_out, _answer_otherwise), random.randrange(2, 5)):
        change(tree, random)
    return ast.unparse(ast.fix_missing_locations(tree)) + f"\nNUMBER = {random.randrange(10**6)}\n"


def _outside_loops(tree: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those of functions with a `while`: a change there often means that it never ends."""
    for node in ast.iter_child_nodes(tree):
        if not any(isinstance(inner, ast.While) for inner in ast.walk(node)):
            yield node
            yield from _outside_loops(node)


def _swap(tree: ast.Module, random: Random) -> None:
    places = [
        (node, name, value)
        for node in _outside_loops(tree)
        for name, value in ast.iter_fields(node)
        if type(value) in SWAPS
    ]
    if places:
        node, name, value = random.choice(places)
        setattr(node, name, SWAPS[type(value)]())


def _renumber(tree: ast.Module, random: Random) -> None:
    numbers = [
        node for node in _outside_loops(tree) if isinstance(node, ast.Constant) and type(node.value) is int
    ]
    if numbers:
        chosen = random.choice(numbers)
        chosen.value = chosen.value + random.choice((-1, 1, 2)) if isinstance(chosen.value, int) else 0


def _leave_out(tree: ast.Module, random: Random) -> None:
    bodies = [
        node.body
        for node in _outside_loops(tree)
        if isinstance(node, ast.FunctionDef | ast.If) and len(node.body) > 1
    ]
    if bodies:
        chosen = random.choice(bodies)
        del chosen[random.randrange(len(chosen))]


def _answer_otherwise(tree: ast.Module, random: Random) -> None:
    answers = [node for node in ast.walk(tree) if isinstance(node, ast.Return) and node.value]
    if answers:
        chosen = random.choice(answers)
        assert chosen.value is not None
        chosen.value = random.choice(
            (ast.Constant(None), ast.List([chosen.value], ast.Load()), ast.Constant(0))
        )


def items(made: Sequence[Sample]) -> tuple[Item, ...]:
    """With the calls of each task's test and what its reference answers, for systems that compare values."""
    references: dict[str, Item] = {}
    for sample in made:
        if sample.task.id not in references:
            references[sample.task.id] = work.item(sample.task)
    return tuple(
        replace(references[sample.task.id], code=sample.code, program=sample.code) for sample in made
    )


def tasks_for_all(tasks: Sequence[Task]) -> list[Task]:
    """Those that every system can run, with one function to be called."""
    return [
        replace(task, scaffold=replace(task.scaffold, any_function=False))
        for task in tasks
        if _can_be_recorded(task)
    ]


def _can_be_recorded(task: Task) -> bool:
    try:
        return bool(work.item(task).inputs)
    except Exception:
        return False
