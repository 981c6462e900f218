"""Read-only operations: the runs of the folder, one run, its tasks and candidates; the server itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from itertools import islice

from msgspec import UNSET
from starlette.requests import Request
from starlette.responses import Response

from asmeant import __version__
from asmeant.analysis.run_list import Summary
from asmeant.client.wire import (
    AttemptFilter,
    AttemptPage,
    AttemptView,
    Health,
    Page,
    RunLine,
    RunPage,
    RunView,
    ServerView,
    TaskPage,
)
from asmeant.loaded_run import Attempt, LoadedRun
from asmeant.web.api.reading import query
from asmeant.web.responses import RefusedError, json_response
from asmeant.web.runs import Runs


async def get_runs(request: Request) -> Response:
    page = query(request.query_params, Page)
    runs: Runs = request.app.state.runs

    def read() -> RunPage:
        summaries = sorted(runs.summaries(), key=lambda item: item[1].changed, reverse=True)
        some = summaries[page.offset : page.offset + page.limit]
        return RunPage(len(summaries), tuple(_line(name, item) for name, item in some))

    return json_response(await asyncio.to_thread(read))


def _line(name: str, item: Summary) -> RunLine:
    return RunLine(
        name,
        item.dataset,
        item.model,
        item.tasks,
        item.candidates_wanted,
        item.candidates,
        item.verdicts,
        item.score,
        item.changed,
        item.fault,
    )


async def get_run(request: Request) -> Response:
    name = request.path_params["run"]

    def read() -> RunView:
        run = _load(request)
        statuses = dict(run.statuses())
        return RunView(name, run.settings, tuple(run.scores()), statuses, len(run.tasks))

    return json_response(await asyncio.to_thread(read))


async def get_tasks(request: Request) -> Response:
    page = query(request.query_params, Page)

    def read() -> TaskPage:
        tasks = _load(request).tasks
        some = islice(tasks.values(), page.offset, page.offset + page.limit)
        return TaskPage(len(tasks), tuple(some))

    return json_response(await asyncio.to_thread(read))


async def get_attempts(request: Request) -> Response:
    page = query(request.query_params, AttemptFilter)

    def read() -> AttemptPage:
        run = _load(request)
        task_id = None if page.task_id is UNSET else page.task_id
        if task_id is not None and task_id not in run.tasks:
            raise RefusedError(404, "The run has no task of that id.")
        statuses = run.statuses(task_id)
        total = statuses[page.status] if page.status else statuses.total()
        some = islice(_attempts(run, task_id, page), page.offset, page.offset + page.limit)
        return AttemptPage(total, tuple(map(_attempt, some)))

    return json_response(await asyncio.to_thread(read))


def _attempts(run: LoadedRun, task_id: str | None, page: AttemptFilter) -> Iterator[Attempt]:
    attempts = run.attempts(task_id)
    return (item for item in attempts if page.status is UNSET or item.status == page.status)


def _attempt(item: Attempt) -> AttemptView:
    observations = tuple(item.observations)
    return AttemptView(item.task.id, item.status, item.candidate, item.verdict, observations)


def _load(request: Request) -> LoadedRun:
    runs: Runs = request.app.state.runs
    return runs.load(request.path_params["run"])


async def get_server(request: Request) -> Response:
    state, caller = request.app.state, request.state.caller
    settings, desk = state.settings, state.desk
    view = ServerView(
        __version__,
        settings.world or "this Python",
        desk.workers,
        settings.limits,
        settings.strict,
        settings.quotas.batch_candidates,
        settings.quotas.batch_bytes,
        caller.name,
        caller.role or "",
    )
    return json_response(view)


async def get_health(request: Request) -> Response:
    status = "closing" if request.app.state.desk.is_closing else "ok"
    return json_response(Health(status, __version__))
