"""Tasks -> an endless mix of candidates: what a model gives, and programs that attack the machine.

SHARES says how much of each kind there is. Right and wrong programs are made as those of a real model are
(throughput/samples.py). Endless ones and hostile ones are fewer than a model that is asked for harm would
write, but each kind comes hundreds of times in a long run.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from random import Random

from throughput import samples
from throughput.samples import Sample

from asmeant.records import Task

HOSTILE = {
    "eats memory": "blocks = []\nwhile True:\n    blocks.append(bytearray(1 << 20))",
    "forks": "import os\nwhile True:\n    os.fork()",
    "leaves processes": (
        "import os, time\nfor _ in range(8):\n    if os.fork() == 0:\n"
        "        os.setsid()\n        time.sleep(60)"
    ),
    "fills the disk": "with open('big', 'wb') as file:\n    while True:\n        file.write(bytes(1 << 20))",
    "makes files": "number = 0\nwhile True:\n    open(f'{number}.txt', 'w').close()\n    number += 1",
}
# Of all candidates. The rest are references with small changes, most of them wrong.
SHARES = {
    "right": 0.25,
    "cut off": 0.2,
    "endless": 0.002,
    "memory": 0.001,
    "eats memory": 0.001,
    "forks": 0.001,
    "leaves processes": 0.001,
    "fills the disk": 0.001,
    "makes files": 0.001,
}
CHANGED = "changed"
# Of all candidates, those that are the program of another one of the same task.
SAME = 0.2
# So many candidates of a task follow each other.
BATCH = 20


def candidates(tasks: Sequence[Task], count: int, seed: object = 0) -> Iterator[Sample]:
    """So many candidates, made a few at a time. The same seed gives the same ones."""
    random = Random(str(seed))
    for start in range(0, count, BATCH):
        yield from _batch(random.choice(tasks), min(BATCH, count - start), random)


def _batch(task: Task, count: int, random: Random) -> Iterator[Sample]:
    made: list[Sample] = []
    for _ in range(count):
        if made and random.random() < SAME:
            yield random.choice(made)
        else:
            made.append(_made(task, _kind(random), random))
            yield made[-1]


def _kind(random: Random) -> str:
    draw = random.random()
    for kind, share in SHARES.items():
        if draw < share:
            return kind
        draw -= share
    return CHANGED


def _made(task: Task, kind: str, random: Random) -> Sample:
    if kind in HOSTILE:
        return _hostile(task, kind, random)
    return samples.of_kind(task, kind, random)


def _hostile(task: Task, kind: str, random: Random) -> Sample:
    tree = ast.parse(
        f"def {task.scaffold.entry}(*arguments):\n    pass\nNUMBER = {random.randrange(10**9)}\n"
    )
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = ast.parse(HOSTILE[kind]).body
    return Sample(task, ast.unparse(tree) + "\n", kind)
