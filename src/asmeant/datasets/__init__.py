"""Files -> Task. `load_tasks` loads a dataset by its name and selects tasks.

A spec is `NAME` or `NAME:VARIANT`: `odex`, `mbupp:mbpp+nl`, `mconala:m2m`, `tasks:my.jsonl`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from pathlib import Path
from typing import cast

from asmeant import plugins
from asmeant.datasets.release import Release, ReleasedFile
from asmeant.errors import MistakenWordError, PluginError, UsageError, hint
from asmeant.records import Selection, Task
from asmeant.seams import Dataset

__all__ = ["Release", "ReleasedFile", "find_dataset", "load_tasks", "select_tasks"]


def load_tasks(spec: str, selection: Selection = Selection(), data: Path | None = None) -> Iterator[Task]:
    """The selected tasks of a dataset, in its order.

    The files are read from the folder `data`, else from ASMEANT_DATA, else from the cache. The limit is the
    total for all languages, and is spread evenly over them. A wrong name, language, id or limit and a missing
    file raise an error immediately. The rows are read lazily.
    """
    name, _, variant = spec.partition(":")
    if name not in plugins.names("dataset"):
        _refuse_path(spec)
    return _selected(find_dataset(name), variant, selection, data)


def select_tasks(tasks: Iterable[Task], selection: Selection) -> Iterator[Task]:
    """Select from tasks that are in memory, by the same rules."""
    return _selected(_InMemory(tasks), "", selection, None)


@dataclass(frozen=True)
class _InMemory:
    tasks: Iterable[Task]
    name: str = "tasks"

    def load(self, data: Path | None, variant: str) -> Iterator[Task]:
        return iter(self.tasks)


def _selected(dataset: Dataset, variant: str, selection: Selection, data: Path | None) -> Iterator[Task]:
    if selection.limit is not None and selection.limit < 1:
        raise UsageError(f"The limit is {selection.limit}. Give 1 or more, or none to take all tasks.")
    streams = _streams(dataset, variant, selection, data)
    if selection.ids:
        return iter(_with_ids(dataset.name, chain.from_iterable(streams), selection))
    if selection.limit is None:
        return chain.from_iterable(streams)
    return _spread(streams, selection.limit)


def _refuse_path(spec: str) -> None:
    """Raise a helpful error if the path of a file or of a run was given instead of a dataset."""
    path = Path(spec)
    if (path / "run.json").is_file():
        raise UsageError(
            f"'{spec}' is a run, and not a dataset. Continue it: asmeant run --resume {spec}. "
            f"Look at it: asmeant report {spec}"
        )
    if path.is_file():
        raise MistakenWordError(
            f"No dataset is called '{spec}', but there is a file of that name. "
            f"Tasks in a file are named so: tasks:{spec}",
            spec,
            f"tasks:{spec}",
        )


def find_dataset(name: str) -> Dataset:
    """The dataset with this name."""
    plugin = plugins.load("dataset", name)
    if not callable(getattr(plugin, "load", None)):
        raise PluginError(
            f"The dataset '{name}' has no method load(data, variant): found {type(plugin).__name__}. "
            f"Its entry point must name a Dataset as in asmeant.seams."
        )
    return cast("Dataset", plugin)


def _streams(
    dataset: Dataset, variant: str, selection: Selection, data: Path | None
) -> Sequence[Iterator[Task]]:
    """One stream of tasks for each selected language, or a single one if languages do not matter."""
    if isinstance(dataset, Release):
        _require_known(dataset.name, selection.languages, dataset.languages)
        if selection.ids and not selection.languages:
            return _readable_first(dataset, variant, data)
        languages = tuple(dict.fromkeys(selection.languages or dataset.languages))
        return dataset.streams(data, variant, languages)
    tasks = dataset.load(data, variant)
    if not selection.languages and (selection.ids or selection.limit is None):
        return [tasks]
    groups = _by_language(tasks, None if selection.ids else selection.limit)
    _require_known(dataset.name, selection.languages, tuple(groups))
    return [iter(groups[language]) for language in dict.fromkeys(selection.languages or groups)]


def _readable_first(release: Release, variant: str, data: Path | None) -> Sequence[Iterator[Task]]:
    """All languages, those with missing files last: they are only needed if an id is not found before."""
    present = release.present(data, variant)
    missing = tuple(language for language in release.languages if language not in present)

    def when_reached() -> Iterator[Task]:
        yield from chain.from_iterable(release.streams(data, variant, missing))

    return [*release.streams(data, variant, present), when_reached()]


def _require_known(name: str, languages: Iterable[str], available: Sequence[str]) -> None:
    for language in languages:
        if language not in available:
            raise UsageError(
                f"{name} has no tasks in '{language}'. It has: {', '.join(available)}. Choose with --lang."
            )


def _by_language(tasks: Iterable[Task], limit: int | None) -> dict[str, list[Task]]:
    """The first `limit` tasks of each language. A translated intent counts for its original language."""
    groups: dict[str, list[Task]] = {}
    for task in tasks:
        group = groups.setdefault(task.tags.get("translated_from", task.intent_language), [])
        if limit is None or len(group) < limit:
            group.append(task)
    return groups


def _with_ids(name: str, tasks: Iterable[Task], selection: Selection) -> list[Task]:
    remaining = set(selection.ids)
    ids_read: list[str] = []
    selected: list[Task] = []
    for task in tasks:
        ids_read.append(task.id)
        if task.id in remaining:
            selected.append(task)
            remaining.remove(task.id)
        if not remaining:
            return selected[: selection.limit]
    unknown = next(task_id for task_id in selection.ids if task_id in remaining)
    where = f" in {', '.join(selection.languages)}" if selection.languages else ""
    suggestion = hint(unknown, ids_read) if ids_read else "It has no tasks."
    raise UsageError(f"{name} has no task '{unknown}'{where}. {suggestion}")


def _spread(streams: Sequence[Iterator[Task]], limit: int) -> Iterator[Task]:
    """The first tasks of each stream, `limit` in total. If a stream is short, the others give more."""
    if len(streams) == 1:
        return islice(streams[0], limit)
    heads = [list(islice(stream, limit)) for stream in streams]
    shares = _shares([len(head) for head in heads], limit)
    return chain.from_iterable(head[:share] for head, share in zip(heads, shares, strict=True))


def _shares(sizes: Sequence[int], limit: int) -> list[int]:
    shares = [0] * len(sizes)
    for _ in range(min(limit, sum(sizes))):
        smallest = min(
            (number for number, size in enumerate(sizes) if shares[number] < size),
            key=lambda number: shares[number],
        )
        shares[smallest] += 1
    return shares
