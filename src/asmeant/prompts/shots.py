"""Tasks -> the few-shot examples of a prompt. The random choice is seeded by the task's id."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence

from asmeant.languages.natural.similarity import LetterSimilarity, nearest
from asmeant.languages.natural.slots import masked
from asmeant.records import ShotsBy, Task

# Tags of related tasks: an answer to the same post, or to the same intent in another language, is a hint.
RELATED_BY = ("post", "post_id", "question", "question_id", "meaning")


def choose_shots(
    task: Task, examples: Sequence[Task], count: int, seed: int, by: ShotsBy = "chance"
) -> list[Task]:
    """At most `count` example tasks, fewer if there are not enough.

    By chance: tasks in the same natural language are preferred. By similarity: the tasks with the most
    similar intents, the most similar last. Tasks in another programming language are never chosen.
    """
    if count <= 0 or not examples:
        return []
    if by == "similarity":
        return _pick(task, _nearest(task, examples), count)[::-1]
    generator = random.Random(f"{seed}:{task.id}")
    # Most tasks of a dataset are suitable, so a few draws are enough, and large pools need not be shuffled.
    sampled = [examples[generator.randrange(len(examples))] for _ in range(8 * count + 8)]
    chosen = _pick(task, [example for example in sampled if _is_alike(task, example)], count)
    if len(chosen) == count:
        return chosen
    pool = list(examples)
    generator.shuffle(pool)
    return _pick(task, sorted(pool, key=lambda example: not _is_alike(task, example)), count)


def _nearest(task: Task, examples: Sequence[Task]) -> Iterator[Task]:
    return (examples[position] for position, _ in nearest(_index(examples), masked(task.intent)))


# All tasks of a run share the same examples: keep the last index, with the examples that it was built from.
_kept: list[tuple[Sequence[Task], LetterSimilarity]] = []


def _index(examples: Sequence[Task]) -> LetterSimilarity:
    if not _kept or _kept[0][0] is not examples:
        _kept[:] = [(examples, LetterSimilarity([masked(example.intent) for example in examples]))]
    return _kept[0][1]


def _pick(task: Task, pool: Iterable[Task], count: int) -> list[Task]:
    chosen: list[Task] = []
    for example in pool:
        if len(chosen) == count:
            break
        if _may_be_shown(task, example) and not any(_are_related(example, other) for other in chosen):
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
        and not _are_related(task, example)
    )


def is_hint(task: Task, example: Task) -> bool:
    """Whether an example reveals the answer of a task. A task without references has no known answer."""
    return bool(task.references) and _are_related(task, example)


def _are_related(one: Task, other: Task) -> bool:
    return (
        one.id == other.id
        or _normalized_intent(one) == _normalized_intent(other)
        or any(tag in one.tags and one.tags[tag] == other.tags.get(tag) for tag in RELATED_BY)
    )


def _normalized_intent(task: Task) -> str:
    return " ".join(task.intent.casefold().split())
