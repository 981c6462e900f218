"""The pages that only show: runs, a run, a task, comparisons, the leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from asmeant.analysis.run_tags import read_tags
from asmeant.runs import RunFolder
from asmeant.web.pages.assets import assets
from asmeant.web.pages.candidates import run_page
from asmeant.web.pages.indexes import Found, Indexes, Rates
from asmeant.web.pages.links import LiveLinks, filter_of
from asmeant.web.pages.runs import RunRow, run_row, runs_page
from asmeant.web.pages.tasks import task_page
from asmeant.web.pages.words import LANGUAGES
from asmeant.web.rendering import LANGUAGE_COOKIE, look_of, render
from asmeant.web.responses import RefusedError
from asmeant.web.settings import Settings

R = TypeVar("R")
YEAR = 365 * 86_400
LINKS = LiveLinks()


def routes(_settings: Settings) -> list[BaseRoute]:
    views = Views()
    return [
        Route("/", views.show_runs, methods=["GET"]),
        Route("/runs/{name}", views.show_run, methods=["GET"]),
        Route("/runs/{name}/task", views.show_task, methods=["GET"]),
        Route("/language", choose_language, methods=["GET"]),
        *(Route(f"/static/{name}", show_asset, methods=["GET"]) for name in assets()),
    ]


class Views:
    """What the pages share: indexes that are kept up to date, and how quickly runs go on."""

    def __init__(self) -> None:
        self.indexes, self.rates = Indexes(), Rates()

    async def show_runs(self, request: Request) -> Response:
        return await in_thread(lambda: self._runs(request))

    def _runs(self, request: Request) -> HTMLResponse:
        rows = [self._row(request, name) for name in request.app.state.runs.names()]
        settings, caller = request.app.state.settings, request.state.caller
        may_run = settings.allow_run and caller.may("run")
        page = runs_page(rows, settings.folder, request.query_params, may_run=may_run, known_datasets=datasets())
        return render(request, "runs.html", page=page, here="runs")

    def _row(self, request: Request, name: str) -> RunRow:
        from asmeant.analysis.run_list import summary

        files = request.app.state.runs.files(name)
        short = summary(files)
        if short.fault:
            return replace(run_row(short, None), name=name)
        index = self.found(files).index
        row = run_row(short, index.overview() if index else None, self.rates.per_second(short))
        return replace(row, name=name)

    def found(self, files: RunFolder) -> Found:
        return self.indexes.get(files)

    async def show_run(self, request: Request) -> Response:
        return await in_thread(lambda: self._run(request))

    def _run(self, request: Request) -> HTMLResponse:
        from asmeant.analysis.run_list import summary

        name = request.path_params["name"]
        files = request.app.state.runs.files(name)
        found = self.found(files)
        wanted, number = filter_of(request.query_params), request.query_params.get("page", "1")
        page = run_page(
            name,
            files.settings(),
            found.index,
            wanted,
            int(number) if number.isdecimal() and len(number) < 9 else 1,
            LINKS,
            look_of(request)["t"],
        )
        caller = request.state.caller
        page = replace(
            page,
            tags=read_tags(files.path),
            is_indexing=found.is_indexing,
            is_running=run_row(summary(files), None).is_running,
            may_run=request.app.state.settings.allow_run and caller.may("run"),
            may_write=caller.may("write"),
        )
        return render(request, "run.html", page=page, here="runs")

    async def show_task(self, request: Request) -> Response:
        return await in_thread(lambda: self._task(request))

    def _task(self, request: Request) -> HTMLResponse:
        name = request.path_params["name"]
        found = self.found(request.app.state.runs.files(name))
        if found.index is None:
            raise RefusedError(503, "The run is being indexed. Try again in a moment.", headers={"retry-after": "2"})
        wanted = filter_of(request.query_params)
        task_id = request.query_params.get("id", "")
        if found.index.number(task_id) < 0:
            raise RefusedError(404, "There is no such task in this run.")
        page = task_page(found.index, task_id, wanted)
        return render(request, "task.html", page=page, name=name, wanted=wanted, here="runs")


async def in_thread(show: Callable[[], R]) -> R:
    return await asyncio.to_thread(show)


def datasets() -> tuple[str, ...]:
    from asmeant import plugins

    return tuple(sorted(plugins.names("dataset")))


async def choose_language(request: Request) -> Response:
    """Remembers the language, and goes back to the page that it was chosen on."""
    address = request.query_params.get("next", "/")
    is_ours = address.startswith("/") and not address.startswith(("//", "/\\"))
    response = RedirectResponse(address if is_ours else "/", 303)
    language = request.query_params.get("language", "")
    if language in LANGUAGES:
        response.set_cookie(LANGUAGE_COOKIE, language, max_age=YEAR, samesite="lax", httponly=True)
    return response


async def show_asset(request: Request) -> Response:
    kind, content = assets()[request.url.path.rpartition("/")[2]]
    headers = {"cache-control": "public, max-age=31536000, immutable"}
    return Response(content.encode(), media_type=kind, headers=headers)
