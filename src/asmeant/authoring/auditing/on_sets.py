"""Splits -> findings: duplicate tasks, and what two splits share. Nothing is run."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from asmeant.authoring.auditing.findings import Finding, Split
from asmeant.languages.natural import normalised_intent
from asmeant.records import Task

REPEATS = "repeats another task"
SAME_INTENT = "has the intent of another task"
SAME_POST = "is from the post of another task"
NEAR = "is nearly another task"
LEAK = "is in another split"
INTENT_LEAK = "its intent is in another split"
CODE_LEAK = "its code is in another split"
NEAR_LEAK = "is nearly in another split"

# Two tasks are nearly the same if they share at least this part of all their distinct words.
ALIKE = 0.85
_WORDS = re.compile(r"\w+|[^\w\s]")


@dataclass(frozen=True, slots=True)
class _Keys:
    """A task in the forms in which it is compared."""

    task: Task
    split: str
    written: str
    intent: str
    code: str


@dataclass(frozen=True, slots=True)
class Overlap:
    """How many distinct texts two splits share: intents as written and normalised, code, and pairs."""

    first: str
    second: str
    intents: int
    intents_by_meaning: int
    code: int
    pairs: int


def overlaps(splits: Sequence[Split]) -> list[Overlap]:
    """The overlap of each pair of splits."""
    keys = {split.name: [_keys(task, split.name) for task in split.tasks] for split in splits}
    return [
        Overlap(
            first,
            second,
            _common(keys[first], keys[second], lambda item: item.written),
            _common(keys[first], keys[second], lambda item: item.intent),
            _common(keys[first], keys[second], lambda item: item.code),
            _common(keys[first], keys[second], lambda item: (item.intent, item.code)),
        )
        for first, second in combinations(keys, 2)
    ]


def _common(items: Sequence[_Keys], others: Sequence[_Keys], key: Callable[[_Keys], object]) -> int:
    return len({key(item) for item in items} & {key(another) for another in others})


def on_splits(splits: Sequence[Split]) -> Iterator[Finding]:
    """Duplicates within each split, then what the splits share."""
    keys = [[_keys(task, split.name) for task in split.tasks] for split in splits]
    for items in keys:
        yield from _repetitions(items)
    for place, items in enumerate(keys):
        for others in keys[:place]:
            yield from _shared(items, others)
    yield from _near([item for items in keys for item in items])


def _keys(task: Task, split: str) -> _Keys:
    written = " ".join(task.intent.casefold().split()).rstrip(".?!。？！")
    intent = normalised_intent(task.intent) if task.code_language == "bash" else written
    return _Keys(
        task, split, " ".join(task.intent.split()), intent, " ".join("\n".join(task.references).split())
    )


def _repetitions(items: Sequence[_Keys]) -> Iterator[Finding]:
    tasks: dict[tuple[str, str], str] = {}
    intents: dict[str, str] = {}
    posts: dict[str, str] = {}
    for item in items:
        task = item.task
        if (item.intent, item.code) in tasks:
            yield Finding(task.id, REPEATS, f"the same intent and code as {tasks[item.intent, item.code]}")
        elif item.intent in intents:
            yield Finding(task.id, SAME_INTENT, f"the same intent as {intents[item.intent]}, and other code")
        post = task.tags.get("post", task.tags.get("question", ""))
        if post and post in posts:
            yield Finding(task.id, SAME_POST, f"the same post as {posts[post]}")
        tasks.setdefault((item.intent, item.code), task.id)
        intents.setdefault(item.intent, task.id)
        posts.setdefault(post, task.id)


def _shared(items: Sequence[_Keys], others: Sequence[_Keys]) -> Iterator[Finding]:
    """One finding per task: what it shares with a task of the other split, the most serious first."""
    by_both = {(other.intent, other.code): other for other in others}
    by_intent = {other.intent: other for other in others}
    by_code = {other.code: other for other in others}
    for item in items:
        if same_pair := by_both.get((item.intent, item.code)):
            yield _leak(item, LEAK, same_pair)
        elif intent := by_intent.get(item.intent):
            yield _leak(item, INTENT_LEAK, intent)
        elif code := by_code.get(item.code):
            yield _leak(item, CODE_LEAK, code)


def _leak(item: _Keys, rule: str, other: _Keys) -> Finding:
    qualifier = "" if item.written == other.written or rule == CODE_LEAK else ", by meaning"
    return Finding(item.task.id, rule, f"as {other.task.id} of {other.split}{qualifier}")


# ── nearly the same ──


def _near(items: Sequence[_Keys]) -> Iterator[Finding]:
    """Tasks whose words of intent and code are nearly those of an earlier, different task.

    Only tasks that share one of their rarest words are compared: similar tasks must share one (prefix
    filtering).
    """
    distinct = list({(item.intent, item.code): item for item in reversed(items)}.values())[::-1]
    words = [_words(item) for item in distinct]
    counts = Counter(word for group in words for word in group)
    by_word: dict[str, list[int]] = defaultdict(list)
    for place, item in enumerate(distinct):
        rare = sorted(words[place], key=lambda word: (counts[word], word))
        prefix = rare[: len(rare) - int(-(-ALIKE * len(rare) // 1)) + 1]
        near = _first_alike(place, prefix, words, by_word)
        if near is not None:
            earlier = distinct[near]
            rule = NEAR if item.split == earlier.split else NEAR_LEAK
            place_of = "" if rule == NEAR else f" of {earlier.split}"
            yield Finding(item.task.id, rule, f"nearly the words of {earlier.task.id}{place_of}")
        for word in prefix:
            by_word[word].append(place)


def _words(item: _Keys) -> frozenset[str]:
    """The words of intent and code, kept separate, with their counts."""
    marked = [f"i {word}" for word in _WORDS.findall(item.intent)]
    marked += [f"c {word}" for word in _WORDS.findall(item.code)]
    occurrences: Counter[str] = Counter()
    numbered = []
    for word in marked:
        occurrences[word] += 1
        numbered.append(f"{word} {occurrences[word]}")
    return frozenset(numbered)


def _first_alike(
    place: int, prefix: Iterable[str], words: Sequence[frozenset[str]], by_word: dict[str, list[int]]
) -> int | None:
    mine = words[place]
    candidates = sorted({other for word in prefix for other in by_word.get(word, ())})
    for other in candidates:
        theirs = words[other]
        if min(len(mine), len(theirs)) < ALIKE * max(len(mine), len(theirs)):
            continue
        common = len(mine & theirs)
        if common >= ALIKE * (len(mine) + len(theirs) - common):
            return other
    return None
