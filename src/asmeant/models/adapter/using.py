"""Task -> the prompt that an adapter was trained with. Does not need torch.

A folder has the adapter and its recipe, as `asmeant train adapter` writes it. The recipe names the adapter's
code languages, and the datasets of its neighbours. Neighbours are shown if the user has the dataset;
otherwise the prompt has only the intent.
"""

from __future__ import annotations

import hashlib
import json
import logging
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

from asmeant import plugins
from asmeant.errors import AsmeantError, ModelError
from asmeant.languages import bash, python
from asmeant.models.adapter.pool import Pool
from asmeant.models.adapter.prompt import prompt_language, prompt_text
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


def shipped_adapters() -> list[Adapter]:
    """The adapters that come with asmeant, each in its own folder."""
    folder = Path(str(files(__package__).joinpath("shipped")))
    return [read_adapter_folder(path, f"asmeant's {path.name}") for path in sorted(folder.iterdir())]


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
    """Writes prompts for adapters of different code languages. Neighbours are loaded when they are needed."""

    def __init__(
        self, adapters: Sequence[Adapter], with_neighbours: bool = True, cache: Path | None = None
    ) -> None:
        self.adapters, self._with_neighbours, self._cache = adapters, with_neighbours, cache
        self._pools: dict[str, Pool] = {}
        self._reading = threading.Lock()

    def prompt(self, task: Task, prompting: Prompting) -> Prompt | None:
        """The prompt of a task; None if no adapter is for this task, or if the user chose another prompt."""
        if not self.is_for(task, prompting):
            return None
        return Prompt(
            text=prompt_text(task.intent, task.code_language, self.pool(task.code_language).shown(task))
        )

    def is_for(self, task: Task, prompting: Prompting) -> bool:
        """Whether an adapter can answer the task: one without a function or text to continue.

        Complete lines before and after the code, which set and show variables, do not matter.
        """
        has_settings = prompting.style or prompting.form or prompting.shots
        scaffold, language = task.scaffold, task.code_language
        is_alone = all(_is_complete(lines, language) for lines in (scaffold.before, scaffold.after))
        has_frame = not is_alone or scaffold.entry or scaffold.any_function
        return not has_settings and not has_frame and self.adapter_for(language) is not None

    def adapter_for(self, language: str) -> int | None:
        """The position of the adapter for a code language."""
        fitting = (place for place, adapter in enumerate(self.adapters) if language in adapter.neighbours)
        return next(fitting, None)

    def adapter_of(self, prompt: Prompt) -> int | None:
        """The position of the adapter that a prompt was written for."""
        language = prompt_language(prompt.text)
        return self.adapter_for(language) if language else None

    def pool(self, language: str) -> Pool:
        """The pairs of a code language that may be shown."""
        with self._reading:
            if language not in self._pools:
                specs = self._specs(language) if self._with_neighbours else ()
                self._pools[language] = Pool([task for spec in specs for task in _tasks(spec)], self._cache)
            return self._pools[language]

    def _specs(self, language: str) -> Sequence[str]:
        place = self.adapter_for(language)
        return () if place is None else self.adapters[place].neighbours[language]

    def description(self, language: str) -> str:
        """What answers in a code language, for a person and for the run."""
        place = self.adapter_for(language)
        if place is None:
            return "none"
        adapter = self.adapters[place]
        return f"{adapter.name}, {adapter.version}, {self._neighbours(language)}"

    def _neighbours(self, language: str) -> str:
        specs, count = self._specs(language), len(self.pool(language).pairs)
        if count:
            return f"with neighbours from {count:,} pairs of {', '.join(specs)}"
        if not self._with_neighbours:
            return "without neighbours"
        names = dict.fromkeys(spec.partition(":")[0] for spec in specs)
        return f"without neighbours (to have them: asmeant fetch {' '.join(names)})"


def _is_complete(lines: str, language: str) -> bool:
    return bash.parses(lines) if language == "bash" else python.parses(lines)


def _tasks(spec: str) -> list[Task]:
    """The tasks of a dataset; none where the user does not have it."""
    name, _, variant = spec.partition(":")
    try:
        return list(plugins.load("dataset", name).load(None, variant))
    except AsmeantError as error:
        log.debug("no neighbours from %s: %s", spec, error)
        return []
