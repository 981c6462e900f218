"""The papers' tables, a run's scores -> Table: what was published beside what was found.

Each figure is in a TOML file next to this one, as it was printed, with the table that it stands in. A figure
that was not verified is left out.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from asmeant import plugins
from asmeant.datasets.conala import GROUPED
from asmeant.errors import DataError
from asmeant.records import Run, Score
from asmeant.tables import Cell, Estimate, Table

# A figure that is the mean of those of several languages has no counterpart.
MEAN = "mean"


@dataclass(frozen=True, slots=True)
class Figure:
    """One number of a paper. `value` is a share of 1, `protocol` the settings by which it was found."""

    dataset: str
    source: str
    table: str
    system: str
    metric: str
    value: float
    language: str = ""
    variant: str = ""
    setting: str = ""
    tasks: int | None = None
    protocol: Mapping[str, Any] = field(default_factory=dict)
    note: str = ""


def figures(dataset: str = "") -> list[Figure]:
    """What was published on a dataset, or on all."""
    found: list[Figure] = []
    for file in sorted(files(__name__).iterdir(), key=lambda item: item.name):
        if file.name.endswith(".toml"):
            found += _read(tomllib.loads(file.read_text("utf-8")))
    return [figure for figure in found if dataset in ("", figure.dataset)]


def _read(page: Mapping[str, Any]) -> Iterator[Figure]:
    for table in page["tables"]:
        per = table.get("per", page["per"])
        counts = table.get("tasks", {})
        for row in table["figures"]:
            language = row.get("language", "")
            yield Figure(
                dataset=page["dataset"],
                source=page["source"],
                table=table["table"],
                system=row["system"],
                metric=row["metric"],
                value=round(row["value"] / per, 6),
                language=language,
                variant=row.get("variant", table.get("variant", "")),
                setting=table.get("setting", ""),
                tasks=counts.get(language or "all"),
                protocol=table.get("protocol", {}),
                note=table.get("note", ""),
            )


# ── beside a run ───────────────────────────────────────────────────────────────────────────────────


def published_table(run: Run, scores: Sequence[Score]) -> Table:
    """Every figure on the run's dataset, the run's own score where it has one, and how the two differ."""
    name, _, variant = run.dataset.partition(":")
    variant = variant or _first_variant(name)
    spoken = [figure for figure in figures(name) if _speaks(figure, run)]
    if not spoken:
        known = ", ".join(dict.fromkeys(figure.dataset for figure in figures()))
        raise DataError(
            f"No published figures on {run.dataset} are known{_in_words(run)}. "
            f"There are some on: {known}. Leave out --published."
        )
    # Where nobody published on this variant, the others are better than nothing, with that said.
    found = [figure for figure in spoken if _is_of(figure, variant)] or spoken
    pairs = [(figure, _counterpart(figure, run, scores)) for figure in found]
    rows = tuple(
        _row(figure, score, "; ".join(_differences(figure, run, variant, score)) if score else "")
        for figure, score in pairs
    )
    columns = ("system", "language", "metric", "published", "ours", "differs in", "where")
    return Table(f"Published on {name}", columns, rows, tuple(_notes(pairs, scores)))


def _first_variant(name: str) -> str:
    """What a dataset means when it is named alone."""
    known = name in plugins.names("dataset")
    return next(iter(getattr(plugins.load("dataset", name), "variants", ())), "") if known else ""


def _in_words(run: Run) -> str:
    return f" in {', '.join(run.selection.languages)}" if run.selection.languages else ""


def _speaks(figure: Figure, run: Run) -> bool:
    return not run.selection.languages or figure.language in ("", *run.selection.languages)


def _is_of(figure: Figure, variant: str) -> bool:
    return figure.variant in ("", variant.removesuffix(GROUPED))


def _counterpart(figure: Figure, run: Run, scores: Iterable[Score]) -> Score | None:
    """The score by the same metric over the same language, whatever field or tag that is sliced by."""
    alone = run.selection.languages == (figure.language,)
    where = [figure.language] if figure.language and not alone else []
    same = (s for s in scores if s.metric == figure.metric and list(s.where.values()) == where)
    return next(same, None)


def _differences(figure: Figure, run: Run, variant: str, score: Score) -> Iterator[str]:
    """What was done otherwise, as far as the paper says how it was done."""
    ours = {
        "samples": run.sampling.count,
        "temperature": run.sampling.temperature,
        "top_p": run.sampling.top_p,
        "max_tokens": run.sampling.max_tokens,
        "shots": run.prompt.shots,
        "shown": run.prompt.shown,
        "naming": run.prompt.naming,
    }
    if not _is_of(figure, variant):
        yield f"{variant}, not {figure.variant}"
    if figure.tasks and score.tasks != figure.tasks:
        yield f"{score.tasks} tasks, not {figure.tasks}"
    for key, value in figure.protocol.items():
        if ours[key] != value:
            yield f"{key.replace('_', ' ')} {ours[key]}, not {value}"
    if figure.setting:
        yield f"there: {figure.setting}"


def _row(figure: Figure, score: Score | None, differences: str) -> tuple[Cell, ...]:
    low, high = (score.interval if score else None) or (None, None)
    return (
        figure.system,
        figure.language or "all",
        figure.metric,
        Estimate(figure.value, digits=2),
        Estimate(score.value if score else None, low, high, digits=2),
        differences,
        f"{figure.table}, {figure.setting}" if figure.setting else figure.table,
    )


def _notes(pairs: Sequence[tuple[Figure, Score | None]], scores: Iterable[Score]) -> Iterator[str]:
    found = [figure for figure, _ in pairs]
    yield from dict.fromkeys(f"From: {figure.source}." for figure in found)
    yield from dict.fromkeys(f"{figure.table}: {figure.note}." for figure in found if figure.note)
    scored = {score.metric for score in scores}
    missing = sorted({figure.metric for figure in found} - scored)
    if missing:
        yield f"Not scored here by {', '.join(missing)}. Where that can be done, add: --metric {missing[0]}"
    if any(score is None and figure.metric in scored and figure.language != MEAN for figure, score in pairs):
        yield "Figures are by language. Slice by it: --by intent_language, or translated_from."
