"""The body of a request -> a Batch with its tasks, or a problem that says where the body is invalid."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

import msgspec
from starlette.datastructures import QueryParams

from asmeant.client.trees import UPLOAD
from asmeant.client.wire import Batch
from asmeant.datasets import load_tasks
from asmeant.decisions import Pair
from asmeant.errors import DataError, UsageError, hint
from asmeant.records import Limits, Task
from asmeant.web.responses import RefusedError
from asmeant.web.settings import Quotas, Settings
from asmeant.web.uploads import tree_path

R = TypeVar("R")
_PLACE = re.compile(r" - at `(.*)`$", re.DOTALL)
LONGEST_KEY = 255


def decoded(body: bytes, kind: type[R]) -> R:
    """The record in a body."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        text = str(error)
        place = _PLACE.search(text)
        raise RefusedError(422, _PLACE.sub("", text) + ".", place[1] if place else "$") from None
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RefusedError(400, f"The body is not JSON: {error}.") from None


def query(parameters: QueryParams, kind: type[R]) -> R:
    """The record in the query of a URL."""
    pairs = parameters.multi_items()
    if len(pairs) > len(dict(pairs)):
        raise RefusedError(422, "The query is wrong: a parameter occurs twice.")
    try:
        return msgspec.convert(dict(pairs), kind, strict=False)
    except msgspec.ValidationError as error:
        raise RefusedError(422, f"The query is wrong: {error}.") from None


def pairs_of(batch: Batch, settings: Settings) -> dict[int, Pair]:
    """Each candidate with its task, by rank."""
    tasks = _tasks(batch, settings)
    pairs: dict[int, Pair] = {}
    for rank, submission in enumerate(batch.candidates):
        task = tasks.get(submission.task_id)
        if task is None:
            detail = f"No task has this id. {hint(submission.task_id[:200], tasks)}"
            raise RefusedError(404, detail, f"$.candidates[{rank}].task_id")
        pairs[rank] = task, submission.code
    return pairs


def _tasks(batch: Batch, settings: Settings) -> dict[str, Task]:
    tasks = dict(_dataset(batch.dataset)) if batch.dataset else {}
    batch_ids: set[str] = set()
    for number, task in enumerate(batch.tasks):
        path = f"$.tasks[{number}]"
        if task.id in batch_ids:
            raise RefusedError(409, "Two tasks have this id.", f"{path}.id")
        batch_ids.add(task.id)
        _check_size(task, settings.quotas, f"{path}.checks")
        tasks[task.id] = _with_trees(task, settings, path)
    return tasks


def _check_size(task: Task, quotas: Quotas, path: str) -> None:
    """Refuses tasks that take long to parse, because other callers wait meanwhile."""
    if len(task.checks) > quotas.checks_of_a_task:
        raise RefusedError(422, f"A task may have {quotas.checks_of_a_task} checks.", path)
    size = sum(len(probe) for check in task.checks for probe in check.probes)
    if size > quotas.probe_characters_of_a_task:
        limit = quotas.probe_characters_of_a_task
        raise RefusedError(
            422, f"The probes of a task may have {limit:,} characters, and not {size:,}.", path
        )


def _with_trees(task: Task, settings: Settings, path: str) -> Task:
    """The task of a caller may use an uploaded tree, but never a path of this machine."""
    tree = _tree(task.scaffold.tree, settings, f"{path}.scaffold.tree")
    checks = tuple(
        replace(
            check,
            trees=tuple(
                _tree(tree, settings, f"{path}.checks[{number}].trees[{place}]")
                for place, tree in enumerate(check.trees)
            ),
        )
        if check.trees
        else check
        for number, check in enumerate(task.checks)
    )
    return replace(task, scaffold=replace(task.scaffold, tree=tree), checks=checks)


def _tree(tree: str, settings: Settings, path: str) -> str:
    if not tree:
        return ""
    listing: Path | None = tree_path(tree.removeprefix(UPLOAD), settings) if tree.startswith(UPLOAD) else None
    if listing is None:
        detail = "This is not an uploaded tree. Send it to /api/v1/trees, and use the name in the response."
        raise RefusedError(404, detail, path)
    return str(listing)


@lru_cache(maxsize=8)
def _dataset(name: str) -> Mapping[str, Task]:
    """A dataset of the server. Files on its disk are not allowed."""
    if name.partition(":")[0] == "tasks" or "/" in name or "\\" in name:
        raise RefusedError(
            404, "Name a dataset, such as humaneval or odex:es, or send the tasks.", "$.dataset"
        )
    try:
        return {task.id: task for task in load_tasks(name)}
    except (UsageError, DataError) as error:
        raise RefusedError(404, str(error), "$.dataset") from None


def limits_of(batch: Batch, settings: Settings) -> Limits:
    """The limits of a batch: at most those of the server."""
    requested = msgspec.structs.asdict(batch.limits) if batch.limits else {}
    tighter = {
        name: min(value, getattr(settings.limits, name))
        for name, value in requested.items()
        if value is not None
    }
    return replace(settings.limits, **tighter)
