"""Tasks -> the few that are shown, answered, before the one that is asked. Seeded by the task's id."""

from __future__ import annotations

import random
from collections.abc import Sequence

from asmeant.records import Task

# Tags that tie tasks together: an answer to the same post, or to the same wish elsewhere, is a hint.
KINSHIP = ("post", "post_id", "question", "question_id", "meaning")


def choose_shots(task: Task, examples: Sequence[Task], count: int, seed: int) -> list[Task]:
    """Up to `count` tasks, fewer where there are not as many.

    Tasks in the same language as the intent come first, then others; tasks for other code never.
    """
    if count <= 0 or not examples:
        return []
    generator = random.Random(f"{seed}:{task.id}")
    # Most tasks of a dataset will do, so a few draws are enough: a pool of 12,000 is not walked 12,000 times.
    drawn = [examples[generator.randrange(len(examples))] for _ in range(8 * count + 8)]
    chosen = _pick(task, [example for example in drawn if _is_alike(task, example)], count)
    if len(chosen) == count:
        return chosen
    pool = list(examples)
    generator.shuffle(pool)
    return _pick(task, sorted(pool, key=lambda example: not _is_alike(task, example)), count)


def _pick(task: Task, pool: Sequence[Task], count: int) -> list[Task]:
    chosen: list[Task] = []
    for example in pool:
        if len(chosen) == count:
            break
        if _may_be_shown(task, example) and not any(_are_kin(example, other) for other in chosen):
            chosen.append(example)
    return chosen


def _is_alike(task: Task, example: Task) -> bool:
    return example.intent_language == task.intent_language and _shape(example) == _shape(task)


def _shape(task: Task) -> tuple[bool, bool]:
    return bool(task.scaffold.before), bool(task.scaffold.entry)


def _may_be_shown(task: Task, example: Task) -> bool:
    return (
        example.code_language == task.code_language
        and bool(example.references)
        and not _are_kin(task, example)
    )


def _are_kin(one: Task, other: Task) -> bool:
    return (
        one.id == other.id
        or _said(one) == _said(other)
        or any(tag in one.tags and one.tags[tag] == other.tags.get(tag) for tag in KINSHIP)
    )


def _said(task: Task) -> str:
    return " ".join(task.intent.casefold().split())
