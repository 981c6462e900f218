"""Runs -> a folder of files: the same pages, which open from disk and from any file server.

A page opened from disk may not fetch: the rows of a run's list are in a script (data.js), and its filters in
the fragment of the URL.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

import msgspec

from asmeant.analysis.run_index import CandidateFilter, RunIndex, refresh
from asmeant.analysis.run_list import summary
from asmeant.errors import UsageError
from asmeant.files import write_whole
from asmeant.runs import RunFolder
from asmeant.web.pages.analyses import Analysis, comparison_analysis, run_analysis, sections_of
from asmeant.web.pages.assets import assets
from asmeant.web.pages.board import Board, entry_of, leaderboard
from asmeant.web.pages.candidates import run_page
from asmeant.web.pages.links import NO_FILTER, query_of
from asmeant.web.pages.look import context
from asmeant.web.pages.runs import run_row, runs_page
from asmeant.web.pages.tasks import candidate_views, task_page
from asmeant.web.pages.viewing import around
from asmeant.web.pages.words import Words
from asmeant.web.rendering import environment

POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file:; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
FAILURES = CandidateFilter(status="failed")
LONGEST_CODE = 600


@dataclass(frozen=True, slots=True)
class FileLinks:
    """URLs relative to a page. `folders` are the runs' folders, `numbers` the tasks' positions, by name."""

    up: str
    folders: Mapping[str, str]
    numbers: Mapping[str, Mapping[str, int]]
    is_live: bool = False
    has_compare: bool = False
    has_leaderboard: bool = True

    def home(self) -> str:
        return f"{self.up}index.html"

    def run(self, name: str, wanted: CandidateFilter = NO_FILTER, page: int = 1) -> str:
        query = query_of(wanted) | ({"page": str(page)} if page > 1 else {})
        return f"{self.up}{self.folders[name]}/index.html" + (f"#{urlencode(query)}" if query else "")

    def plots(self, name: str) -> str:
        return f"{self.up}{self.folders[name]}/plots.html"

    def task(
        self, name: str, task_id: str, wanted: CandidateFilter = NO_FILTER, rank: int | None = None
    ) -> str:
        path = f"{self.up}{self.folders[name]}/{task_file(self.numbers[name].get(task_id, 0))}"
        return path if rank is None else f"{path}#c{rank}"

    def compare(self, names: Iterable[str] = ()) -> str:
        return f"{self.up}compare.html"

    def compare_task(self, names: Iterable[str], task_id: str) -> str:
        first = next(iter(names))
        return f"{self.up}compare-{task_file(self.numbers[first].get(task_id, 0))}"

    def leaderboard(self, dataset: str = "") -> str:
        return f"{self.up}leaderboard.html"

    def asset(self, name: str) -> str:
        return f"{self.up}assets/{quote(name)}"


def task_file(number: int) -> str:
    return f"task-{number + 1:05}.html"


class Export:
    """Writes the pages of some runs into a folder."""

    def __init__(self, runs: Sequence[RunFolder], folder: Path, language: str = "en") -> None:
        if folder.exists() and any(folder.iterdir()):
            raise UsageError(f"{folder} is not empty. Name a new folder with --out, or empty it.")
        self.folder, self.words = folder, Words(language)
        self.runs = dict(zip(_names(runs), runs, strict=True))
        self.indexes = {name: refresh(files) for name, files in self.runs.items()}
        self.tasks = {name: list(index.task_ids()) for name, index in self.indexes.items()}
        folders = {name: f"run-{number}" for number, name in enumerate(self.runs, 1)}
        numbers = {name: {id_: n for n, id_ in enumerate(ids)} for name, ids in self.tasks.items()}
        self.links = FileLinks("", folders, numbers, has_compare=len(self.runs) > 1)

    def __len__(self) -> int:
        return sum(2 + len(ids) for ids in self.tasks.values()) + 2 + self.links.has_compare

    def write(self) -> Iterator[Path]:
        """Yields each file when it is written."""
        for name, (_, content) in assets().items():
            self._save(f"assets/{name}", content)
        yield self._write_list()
        for name, index in self.indexes.items():
            yield from self._write_run(name, index)
        if self.links.has_compare:
            yield from self._write_comparison()
        yield self._page("leaderboard.html", "leaderboard.html", "leaderboard", board=self._board())

    def _write_list(self) -> Path:
        rows = [
            replace(run_row(summary(files), self.indexes[name].overview()), name=name, is_running=False)
            for name, files in self.runs.items()
        ]
        return self._page("index.html", "runs.html", "runs", page=runs_page(rows, self.folder, {}))

    def _write_run(self, name: str, index: RunIndex) -> Iterator[Path]:
        links = replace(self.links, up="../")
        folder = self.links.folders[name]
        page = run_page(name, self.runs[name].settings(), index, NO_FILTER, 1, links, self.words)
        self._save(f"{folder}/data.js", _script(self._rows(index)))
        yield self._page(f"{folder}/index.html", "run.html", "runs", page=page)
        analysis = run_analysis(self.runs[name].path, self.words.language)
        sections = sections_of(analysis)
        yield self._page(f"{folder}/plots.html", "plots.html", "runs", name=name, sections=sections)
        for number, task_id in enumerate(self.tasks[name]):
            yield self._page(
                f"{folder}/{task_file(number)}",
                "task.html",
                "runs",
                page=task_page(index, task_id, FAILURES),
                name=name,
                wanted=FAILURES,
            )

    def _rows(self, index: RunIndex) -> dict[str, Any]:
        """What the list shows of each candidate, with words in this language."""
        facts = index.task_facts()
        rows = [
            [row.number, row.rank, row.status, row.cause, row.checks, row.reason, code[:LONGEST_CODE]]
            for row, code in index.rows_with_words()
        ]
        overview = index.overview()
        words = {
            "count": self.words("run.count"),
            "page": self.words("list.page"),
            "candidate": self.words("task.candidate"),
            "status": {status: self.words.of("status", status) for status in overview.statuses},
            "cause": {cause: self.words.of("cause", cause) for cause in overview.facets["cause"]},
        }
        return {"tasks": facts, "rows": rows, "words": words}

    def _write_comparison(self) -> Iterator[Path]:
        names = list(self.runs)
        paths = [files.path for files in self.runs.values()]
        analysis = comparison_analysis(paths, names, self.words.language, self.links)
        yield self._page(
            "compare.html",
            "compare.html",
            "compare",
            names=names,
            known=(),
            sections=sections_of(analysis),
            is_working=False,
        )
        for task_id in analysis.flips:
            self._compared_task(names, task_id, analysis)

    def _compared_task(self, names: Sequence[str], task_id: str, analysis: Analysis) -> Path:
        tasks = {name: self.indexes[name].task(task_id) for name in names}
        sides = [
            (name, candidate_views(list(self.indexes[name].attempts(task_id))) if tasks[name] else None)
            for name in names
        ]
        previous, following = around(analysis.flips, task_id)
        return self._page(
            self.links.compare_task(names, task_id),
            "compare_task.html",
            "compare",
            names=names,
            task=next(filter(None, tasks.values())),
            sides=sides,
            previous=previous,
            next=following,
        )

    def _board(self) -> Board:
        return leaderboard(
            [entry_of(name, files, self.indexes[name]) for name, files in self.runs.items()], {}
        )

    # ── writing ──

    def _page(self, path: str, template: str, here: str, **names: Any) -> Path:
        links = replace(self.links, up="../" * path.count("/"))
        look = context(self.words, links, here)
        text = environment().get_template(template).render(**look, policy=POLICY, address="", **names)
        return self._save(path, text)

    def _save(self, path: str, text: str) -> Path:
        place = self.folder / path
        try:
            place.parent.mkdir(parents=True, exist_ok=True)
            write_whole(place, text.encode("utf-8", "replace"), durable=False)
        except OSError as error:
            raise UsageError(
                f"{place} cannot be written: {error.strerror}. Choose another folder with --out."
            ) from error
        return place


def _names(runs: Sequence[RunFolder]) -> list[str]:
    """The names of the folders, with numbers added to duplicates."""
    names: list[str] = []
    for files in runs:
        name = files.path.resolve().name
        count = sum(re.sub(r" \(\d+\)$", "", other) == name for other in names)
        names.append(f"{name} ({count + 1})" if count else name)
    return names


def _script(data: dict[str, Any]) -> str:
    """Data as a script, which a page from disk may load. Tags and line ends are escaped."""
    text = msgspec.json.encode(data).decode("utf-8")
    for letter in "<>&\u2028\u2029":
        text = text.replace(letter, f"\\u{ord(letter):04x}")
    return f"globalThis.asmeantRun = {text};\n"
