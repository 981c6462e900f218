"""Task -> the prompt that an adapter was trained with. Needs no torch.

A folder has the adapter and its recipe, as `asmeant train adapter` writes it. The recipe says for which code
languages the adapter is, and which datasets its neighbours come from. They are shown where the user has the
dataset; without them the prompt is the intent alone.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from importlib.resources import files
from pathlib import Path

from asmeant import plugins
from asmeant.errors import AsmeantError, ModelError
from asmeant.models.adapter.pool import Pool
from asmeant.models.adapter.prompt import OPENING, prompt_text
from asmeant.records import Prompt, Prompting, Task

ADAPTER, RECIPE = "adapter.gguf", "recipe.json"
log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Adapter:
    """An adapter on disk. `neighbours` has the datasets of each of its code languages."""

    path: Path
    name: str
    neighbours: Mapping[str, Sequence[str]]

    @property
    def version(self) -> str:
        return hashlib.sha256(self.path.read_bytes()).hexdigest()[:12]


def shipped_adapter() -> Adapter:
    """The one that comes with asmeant."""
    return read_adapter_folder(Path(str(files(__package__).joinpath("shipped"))), "asmeant's own")


def read_adapter_folder(folder: Path, name: str = "") -> Adapter:
    path = folder / ADAPTER
    try:
        recipe = json.loads((folder / RECIPE).read_text("utf-8"))
        neighbours = {str(language): list(specs) for language, specs in recipe["neighbours"].items()}
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        raise ModelError(
            f"{folder} has no adapter: {RECIPE} cannot be read ({type(error).__name__}). "
            "Name a folder that `asmeant train adapter` wrote, or say: embedded?adapter=none"
        ) from error
    if not path.is_file():
        raise ModelError(f"{folder} has no {ADAPTER}: its training is not finished. Run it again.")
    return Adapter(path, name or str(folder), neighbours)


class AdapterPrompts:
    """Writes prompts for an adapter. Neighbours are loaded with the first prompt."""

    def __init__(self, adapter: Adapter, with_neighbours: bool = True, cache: Path | None = None) -> None:
        self.adapter, self._with_neighbours, self._cache = adapter, with_neighbours, cache

    def prompt(self, task: Task, prompting: Prompting) -> Prompt | None:
        """None where the adapter is not for this task, or where the person chose another prompt."""
        if not self.is_for(task, prompting):
            return None
        return Prompt(text=prompt_text(task.intent, task.code_language, self.pool.shown(task)))

    def is_for(self, task: Task, prompting: Prompting) -> bool:
        chosen = prompting.style or prompting.form or prompting.shots
        return not chosen and task.code_language in self.adapter.neighbours

    @cached_property
    def pool(self) -> Pool:
        if not self._with_neighbours:
            return Pool([], self._cache)
        return Pool([task for spec in self._specs for task in _tasks(spec)], self._cache)

    @property
    def _specs(self) -> list[str]:
        return [spec for specs in self.adapter.neighbours.values() for spec in specs]

    def description(self) -> str:
        """What answers, for a person and for the run."""
        count = len(self.pool.pairs)
        if count:
            neighbours = f"with neighbours from {count:,} pairs of {', '.join(self._specs)}"
        elif self._with_neighbours:
            names = dict.fromkeys(spec.partition(":")[0] for spec in self._specs)
            neighbours = f"without neighbours (to have them: asmeant fetch {' '.join(names)})"
        else:
            neighbours = "without neighbours"
        return f"{self.adapter.name}, {self.adapter.version}, {neighbours}"


def is_adapter_prompt(prompt: Prompt) -> bool:
    """Whether a prompt has the format that adapters are trained with."""
    return prompt.text.startswith(OPENING)


def _tasks(spec: str) -> list[Task]:
    """The tasks of a dataset; none where the user does not have it."""
    name, _, variant = spec.partition(":")
    try:
        return list(plugins.load("dataset", name).load(None, variant))
    except AsmeantError as error:
        log.debug("no neighbours from %s: %s", spec, error)
        return []
