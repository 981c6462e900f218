"""The pages that only show: runs, a run, a task, comparisons, the leaderboard."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import TypeVar

from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from asmeant.analysis.run_list import summary
from asmeant.analysis.run_tags import read_tags
from asmeant.errors import RunError
from asmeant.runs import FILES, RunFolder
from asmeant.web.pages.analyses import (
    Analyses,
    Analysis,
    comparison_analysis,
    report_analysis,
    run_analysis,
    sections_of,
)
from asmeant.web.pages.assets import assets
from asmeant.web.pages.board import entry_of, leaderboard
from asmeant.web.pages.candidates import run_page
from asmeant.web.pages.indexes import Indexes, IndexState, Rates
from asmeant.web.pages.links import LiveLinks, filter_of
from asmeant.web.pages.runs import RunRow, run_row, runs_page
from asmeant.web.pages.tasks import candidate_views, task_page
from asmeant.web.pages.words import LANGUAGES
from asmeant.web.rendering import LANGUAGE_COOKIE, look_of, render
from asmeant.web.responses import RefusedError
from asmeant.web.settings import Settings

R = TypeVar("R")
MOST_COMPARED = 8
AT_ONCE_SECONDS = 0.1
YEAR = 365 * 86_400
LINKS = LiveLinks()


def routes(_settings: Settings) -> list[BaseRoute]:
    pages = Views()
    return [
        Route("/", pages.show_runs, methods=["GET"]),
        Route("/runs/{name}", pages.show_run, methods=["GET"]),
        Route("/runs/{name}/task", pages.show_task, methods=["GET"]),
        Route("/runs/{name}/plots", pages.show_plots, methods=["GET"]),
        Route("/runs/{name}/report.html", pages.download_report, methods=["GET"]),
        Route("/compare", pages.show_comparison, methods=["GET"]),
        Route("/compare/task", pages.show_compared_task, methods=["GET"]),
        Route("/leaderboard", pages.show_board, methods=["GET"]),
        Route("/language", choose_language, methods=["GET"]),
        *(Route(f"/static/{name}", show_asset, methods=["GET"]) for name in assets()),
    ]


class Views:
    """What the pages share: indexes that are kept up to date, and the speed of runs."""

    def __init__(self) -> None:
        self.indexes, self.rates, self.analyses = Indexes(), Rates(), Analyses()

    async def show_runs(self, request: Request) -> Response:
        return await in_thread(lambda: self._runs(request))

    def _runs(self, request: Request) -> HTMLResponse:
        # A few runs are indexed while the user waits; the others in the background.
        until = monotonic() + AT_ONCE_SECONDS
        names = request.app.state.runs.names()
        rows = [self._row(request, name, at_once=monotonic() < until) for name in names]
        settings, caller = request.app.state.settings, request.state.caller
        may_run = settings.allow_run and caller.may("run")
        page = runs_page(
            rows, settings.folder, request.query_params, may_run=may_run, known_datasets=datasets()
        )
        return render(request, "runs.html", page=page, here="runs")

    def _row(self, request: Request, name: str, at_once: bool) -> RunRow:
        files = request.app.state.runs.files(name)
        short = summary(files)
        if short.fault:
            return replace(run_row(short, None), name=name)
        try:
            index = self.indexes.get(files, at_once).index
        except RunError as error:
            return replace(run_row(replace(short, fault=str(error)), None), name=name)
        row = run_row(short, index.overview() if index else None, self.rates.per_second(short))
        return replace(row, name=name)

    def index_of(self, files: RunFolder) -> IndexState:
        return self.indexes.get(files)

    async def show_run(self, request: Request) -> Response:
        return await in_thread(lambda: self._run(request))

    def _run(self, request: Request) -> HTMLResponse:
        name = request.path_params["name"]
        files = request.app.state.runs.files(name)
        state = self.index_of(files)
        wanted, number = filter_of(request.query_params), request.query_params.get("page", "1")
        page = run_page(
            name,
            files.settings(),
            state.index,
            wanted,
            int(number) if number.isdecimal() and len(number) < 9 else 1,
            LINKS,
            look_of(request)["t"],
        )
        caller = request.state.caller
        page = replace(
            page,
            tags=read_tags(files.path),
            is_indexing=state.is_indexing,
            is_running=run_row(summary(files), None).is_running,
            may_run=request.app.state.settings.allow_run and caller.may("run"),
            may_write=caller.may("write"),
        )
        return render(request, "run.html", page=page, here="runs")

    async def show_task(self, request: Request) -> Response:
        return await in_thread(lambda: self._task(request))

    def _task(self, request: Request) -> HTMLResponse:
        name = request.path_params["name"]
        state = self.index_of(request.app.state.runs.files(name))
        if state.index is None:
            raise RefusedError(
                503, "The run is being indexed. Try again in a moment.", headers={"retry-after": "2"}
            )
        wanted = filter_of(request.query_params)
        task_id = request.query_params.get("id", "")
        if state.index.number(task_id) < 0:
            raise RefusedError(404, "There is no such task in this run.")
        page = task_page(state.index, task_id, wanted)
        return render(request, "task.html", page=page, name=name, wanted=wanted, here="runs")

    # ── what takes its time ──

    async def show_plots(self, request: Request) -> Response:
        return await in_thread(lambda: self._plots(request))

    def _plots(self, request: Request) -> HTMLResponse:
        name, language = request.path_params["name"], look_of(request)["language"]
        path = request.app.state.runs.files(name).path
        analysis = self.analyses.get(("run", path, state_of(path), language), run_analysis, path, language)
        sections = None if analysis is None else sections_of(analysis)
        return render(request, "plots.html", name=name, sections=sections, here="runs")

    async def download_report(self, request: Request) -> Response:
        """The page of `asmeant report`, as a file."""
        files = request.app.state.runs.files(request.path_params["name"])
        key = ("report", files.path, state_of(files.path))
        analysis = await in_thread(lambda: self.analyses.wait(key, report_analysis, files.path))
        if analysis.fault:
            raise RefusedError(422, analysis.fault)
        headers = {"content-disposition": 'attachment; filename="report.html"'}
        content = analysis.sections[0].html.encode("utf-8", "replace")
        return Response(content, media_type="text/html", headers=headers)

    async def show_comparison(self, request: Request) -> Response:
        return await in_thread(lambda: self._comparison(request))

    def _comparison(self, request: Request) -> HTMLResponse:
        names = chosen_runs(request)
        run_names = [RunName(name, self._dataset(request, name)) for name in request.app.state.runs.names()]
        analysis = self._compared(request, names) if len(names) > 1 else Analysis()
        sections = sections_of(analysis) if analysis else []
        return render(
            request,
            "compare.html",
            names=names,
            known=run_names,
            sections=sections,
            is_working=analysis is None,
            here="compare",
        )

    def _dataset(self, request: Request, name: str) -> str:
        try:
            return str(request.app.state.runs.files(name).settings().dataset)
        except RunError:
            return ""

    def _compared(self, request: Request, names: Sequence[str]) -> Analysis | None:
        language = look_of(request)["language"]
        paths = [request.app.state.runs.files(name).path for name in names]
        key = ("compare", tuple(paths), tuple(map(state_of, paths)), language)
        return self.analyses.get(key, comparison_analysis, paths, names, language, LINKS)

    async def show_compared_task(self, request: Request) -> Response:
        return await in_thread(lambda: self._compared_task(request))

    def _compared_task(self, request: Request) -> HTMLResponse:
        """One task in all runs, side by side."""
        names, task_id = chosen_runs(request), request.query_params.get("id", "")
        indexes = {name: self.index_of(request.app.state.runs.files(name)).index for name in names}
        tasks = {name: index.task(task_id) if index else None for name, index in indexes.items()}
        task = next(filter(None, tasks.values()), None)
        if task is None:
            raise RefusedError(404, "There is no such task in these runs.")
        sides = [
            (name, candidate_views(list(index.attempts(task_id))) if index and tasks[name] else None)
            for name, index in indexes.items()
        ]
        analysis = self._compared(request, names) if len(names) > 1 else None
        previous, following = around(analysis.flips if analysis else (), task_id)
        return render(
            request,
            "compare_task.html",
            names=names,
            task=task,
            sides=sides,
            previous=previous,
            next=following,
            here="compare",
        )

    async def show_board(self, request: Request) -> Response:
        return await in_thread(lambda: self._board(request))

    def _board(self, request: Request) -> HTMLResponse:
        entries = []
        for name in request.app.state.runs.names():
            files = request.app.state.runs.files(name)
            try:
                entries.append(entry_of(name, files, self.index_of(files).index))
            except RunError:
                continue  # the list of runs shows its error
        return render(
            request, "leaderboard.html", board=leaderboard(entries, request.query_params), here="leaderboard"
        )


@dataclass(frozen=True, slots=True)
class RunName:
    name: str
    dataset: str


def chosen_runs(request: Request) -> list[str]:
    return list(dict.fromkeys(request.query_params.getlist("run")))[:MOST_COMPARED]


def around(ids: Sequence[str], task_id: str) -> tuple[str, str]:
    """The ids before and after this one; empty at the ends."""
    if task_id not in ids:
        return "", ids[0] if ids else ""
    at = ids.index(task_id)
    return ids[at - 1] if at else "", ids[at + 1] if at + 1 < len(ids) else ""


def state_of(path: Path) -> tuple[tuple[str, int, int], ...]:
    """A value that changes whenever a file of the run changes."""
    names = [*FILES.values(), "run.json", "scores.json"]
    states = [(name, (path / name).stat()) for name in names if (path / name).is_file()]
    return tuple((name, status.st_size, status.st_mtime_ns) for name, status in states)


async def in_thread(show: Callable[[], R]) -> R:
    return await asyncio.to_thread(show)


def datasets() -> tuple[str, ...]:
    from asmeant import plugins

    return tuple(sorted(plugins.names("dataset")))


async def choose_language(request: Request) -> Response:
    """Stores the language, and returns to the page on which it was chosen."""
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
