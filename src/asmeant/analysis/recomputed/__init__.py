"""Tasks -> the figures of their paper that depend only on the released data, with the printed ones.

There is one module per paper, each with a function from tasks to figures. Figures that need a model, or files
that were never released, are not here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from importlib import import_module
from types import ModuleType

from asmeant.analysis.recomputed.fact import Fact
from asmeant.errors import UnknownNameError
from asmeant.records import Task
from asmeant.tables import Cell, Estimate, Table

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


def fact_tables(name: str, facts: Iterable[Fact]) -> list[Table]:
    """A table for each table or section of the paper: the paper's figure, ours, the difference, and why."""
    groups: dict[str, list[Fact]] = {}
    for fact in facts:
        groups.setdefault(fact.place, []).append(fact)
    return [_fact_table(f"{name}, {place}", group) for place, group in groups.items()]


def _fact_table(title: str, facts: Sequence[Fact]) -> Table:
    notes = dict.fromkeys(fact.note for fact in facts)
    # A note that applies to every row is printed once, below the table.
    shared = next(iter(notes)) if len(notes) == 1 and len(facts) > 1 else ""
    rows: list[tuple[Cell, ...]] = [
        (
            fact.what,
            _number(float(fact.published) if fact.published else None, fact),
            _number(fact.found, fact),
            fact.difference or "–",
            *(() if shared or not any(notes) else (fact.note,)),
        )
        for fact in facts
    ]
    columns = ("what", "published", "ours", "difference")
    with_why = columns if shared or not any(notes) else (*columns, "why")
    return Table(title, with_why, tuple(rows), (f"{shared[0].upper()}{shared[1:]}.",) if shared else ())


def _number(value: float | None, fact: Fact) -> Estimate:
    return Estimate(value, percent=False, digits=fact.places)


__all__ = ["PAPERS", "Fact", "datasets_of", "fact_tables", "recompute"]
