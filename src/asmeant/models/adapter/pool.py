"""Tasks with references -> neighbours for the prompt of another task."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cached_property
from pathlib import Path

from asmeant.cache import cache_folder
from asmeant.models.adapter.neighbours import NeighbourIndex
from asmeant.models.adapter.prompt import LANGUAGES, NEIGHBOURS, Pair
from asmeant.prompts.shots import is_hint
from asmeant.records import Task

# More than are shown: in training, some are left out at random.
KEPT = NEIGHBOURS + 2
# Longer code would fill the prompt.
LONGEST = 400


def pairs_of(tasks: Iterable[Task]) -> list[Pair]:
    """A pair for each reference; intents on one line."""
    return [pair_of(task, code) for task in tasks for code in task.references if code.strip()]


def pair_of(task: Task, code: str = "") -> Pair:
    return Pair(" ".join(task.intent.split()), code.strip(), task.code_language)


class Pool:
    """Pairs that may be shown, with an index for each code language. The index is stored in `cache`."""

    def __init__(self, tasks: Iterable[Task], cache: Path | None = None) -> None:
        self.tasks: list[Task] = []
        self.pairs: list[Pair] = []
        for task in tasks:
            for code in task.references:
                if (
                    task.intent.strip()
                    and 0 < len(code.strip()) <= LONGEST
                    and task.code_language in LANGUAGES
                ):
                    self.tasks.append(task)
                    self.pairs.append(pair_of(task, code))
        self.cache = cache or cache_folder("neighbours")

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        return {
            language: [place for place, pair in enumerate(self.pairs) if pair.language == language]
            for language in LANGUAGES
        }

    @cached_property
    def _indexes(self) -> dict[str, NeighbourIndex]:
        return {
            language: NeighbourIndex.cached([self.pairs[place].intent for place in places], self.cache)
            for language, places in self._places.items()
            if places
        }

    def nearest(self, task: Task, count: int = NEIGHBOURS, in_training: bool = False) -> tuple[int, ...]:
        """Positions of the nearest pairs, the nearest first. None of them reveals the answer to the task.

        With `in_training`, none has the same code either: a model would only learn to copy.
        """
        index = self._indexes.get(task.code_language)
        positions: list[int] = []
        if index is None:
            return ()
        codes = {" ".join(code.split()) for code in task.references} if in_training else set()
        places = self._places[task.code_language]
        for position in index.nearest(" ".join(task.intent.split())):
            place = places[position]
            if " ".join(self.pairs[place].code.split()) in codes or is_hint(task, self.tasks[place]):
                continue
            positions.append(place)
            if len(positions) == count:
                break
        return tuple(positions)

    def shown(self, task: Task) -> list[Pair]:
        """The neighbours of a task in the order of a prompt: the nearest last."""
        return [self.pairs[place] for place in reversed(self.nearest(task))]

    def all_nearest(self, tasks: Sequence[Task], in_training: bool) -> list[tuple[int, ...]]:
        """The neighbours of many tasks. They are cached, because ten thousand take a minute."""
        content = json.dumps(
            [
                in_training,
                [[pair.intent, pair.code, pair.language] for pair in self.pairs],
                [[task.id, task.intent, task.references] for task in tasks],
            ]
        )
        digest = hashlib.blake2b(content.encode(), digest_size=16).hexdigest()
        path = self.cache / f"{digest}.json"
        if path.is_file():
            return [tuple(positions) for positions in json.loads(path.read_text())]
        neighbours = [self.nearest(task, KEPT, in_training) for task in tasks]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(neighbours))
        return neighbours
