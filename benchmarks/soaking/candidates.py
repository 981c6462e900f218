"""Tasks -> an endless mix of candidates: what a model gives, and programs that attack the machine.

The shares are those of a real model (throughput/samples.py), with some that fork and fill the disk.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence
from random import Random

from throughput.samples import Sample, of_task

from asmeant.records import Task

# Of all candidates. The mix of a real model has endless loops (0.5 %) and refused memory (0.3 %) already.
HOSTILE_SHARE = 0.006
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
BATCH = 20


def candidates(tasks: Sequence[Task], count: int, seed: int = 0) -> Iterator[Sample]:
    """So many candidates, made a few at a time. The same seed gives the same ones."""
    random = Random(seed)
    made = 0
    while made < count:
        task = random.choice(tasks)
        for sample in of_task(task, min(BATCH, count - made), random):
            made += 1
            yield _hostile(task, random) if random.random() < HOSTILE_SHARE else sample


def _hostile(task: Task, random: Random) -> Sample:
    kind = random.choice(sorted(HOSTILE))
    tree = ast.parse(
        f"def {task.scaffold.entry}(*arguments):\n    pass\nNUMBER = {random.randrange(10**9)}\n"
    )
    function = tree.body[0]
    assert isinstance(function, ast.FunctionDef)
    function.body = ast.parse(HOSTILE[kind]).body
    return Sample(task, ast.unparse(tree) + "\n", kind)
