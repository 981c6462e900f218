"""Tasks -> the figures of their paper that the released data alone can give, beside those that were printed.

One module a paper: each is a function from tasks to figures. What needs a model, or files that were never
released, is not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType

from asmeant.analysis.recomputed.fact import Fact
from asmeant.errors import UnknownNameError
from asmeant.records import Task
from asmeant.tables import Cell, Table

PAPERS: Mapping[str, str] = {
    "odex": "Wang et al. 2022, arXiv:2212.10481",
    "mbupp": "MBUPP, Microsoft PROSE",
    "mconala": "Wang et al. 2022, arXiv:2203.08388",
}


def recompute(name: str, tasks: Sequence[Task]) -> list[Fact]:
    """The facts of that paper about these tasks."""
    facts: Callable[[Sequence[Task]], Iterable[Fact]] = _module(name).facts
    return list(facts(tasks))


def datasets_of(name: str) -> tuple[str, ...]:
    """The datasets, and variants of them, that the figures of a paper are about."""
    return (name, *getattr(_module(name), "ALSO", ()))


def _module(name: str) -> ModuleType:
    if name not in PAPERS:
        raise UnknownNameError("paper with figures to recompute", name, PAPERS, "asmeant recompute --help")
    return import_module(f"asmeant.analysis.recomputed.{name}")


def fact_table(name: str, facts: Iterable[Fact]) -> Table:
    """A row for each fact: where it stands, what it says, the paper's figure and ours."""
    rows: list[tuple[Cell, ...]] = [
        (fact.place, fact.what, fact.published or None, fact.shown, fact.agrees, fact.note) for fact in facts
    ]
    columns = ("place", "what", "published", "recomputed", "same", "note")
    return Table(f"{name}: {PAPERS[name]}", columns, tuple(rows))


__all__ = ["PAPERS", "Fact", "datasets_of", "fact_table", "recompute"]
