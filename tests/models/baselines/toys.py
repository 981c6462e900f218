"""Small tasks that a system can learn in seconds, with names that it has never seen."""

from __future__ import annotations

from random import Random

from asmeant.records import Task

VERBS = {"find": "find {place} -name {name}", "remove": "rm {place}/{name}", "count lines of": "wc -l {name}"}


def bash_tasks(count: int, seed: int) -> list[Task]:
    random = Random(seed)
    tasks = []
    for number in range(count):
        verb = random.choice(sorted(VERBS))
        place, name = (f"{random.choice('abcdefgh')}{random.randrange(10_000)}" for _ in range(2))
        intent = f"{verb} {name} in {place}"
        command = VERBS[verb].format(place=place, name=name)
        tasks.append(Task(f"toy/{seed}/{number}", intent, code_language="bash", references=(command,)))
    return tasks


def python_tasks(count: int, seed: int) -> list[Task]:
    random = Random(seed)
    tasks = []
    for number in range(count):
        name, value = f"{random.choice('abcdefgh')}{random.randrange(10_000)}", f"t{random.randrange(10_000)}"
        intent, code = random.choice(
            [
                (f"append '{value}' to list `{name}`", f"{name}.append('{value}')"),
                (f"sort list `{name}`", f"sorted({name})"),
                (f"split string `{name}` by '{value}'", f"{name}.split('{value}')"),
            ]
        )
        tasks.append(Task(f"toy/{seed}/{number}", intent, references=(code,)))
    return tasks
