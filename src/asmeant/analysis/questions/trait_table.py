"""Attempts -> Table: errors counted by task as in ODEX's section C, with the printed figures."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from asmeant.analysis.published import as_printed, paper
from asmeant.analysis.questions.traits import (
    EMPTY,
    EXTRA,
    MISUSE,
    OTHER_FUNCTION,
    STEPS,
    TRAITS,
    UNUSED_LIBRARY,
    traits,
)
from asmeant.loaded_run import Attempt
from asmeant.tables import Cell, Estimate, Table

# The names in the paper's stated figures.
PRINTED: Mapping[tuple[str, str], str] = {
    ("open", UNUSED_LIBRARY): "open-domain errors: prerequisite libraries not used, or not all, %",
    ("open", OTHER_FUNCTION): "open-domain errors: wrong function, %",
    ("open", MISUSE): "open-domain errors: right function used wrongly, %",
    ("open", STEPS): "open-domain errors: several steps that are too hard, %",
    ("open", EMPTY): "open-domain errors: empty candidate, %",
    ("closed", EXTRA): "closed-domain errors: extra library or redundant code, %",
}
NOTES = (
    "In tasks with an error, of which any failed candidate is so; a task may count in several rows.",
    "By rules here; in the paper people looked at 26 open-domain and 22 closed-domain tasks with errors.",
    "Of the paper's closed-domain classes only the last is known.",
)


def trait_table(failed: Iterable[Attempt]) -> Table | None:
    """The table; None if no failed candidate belongs to a Python task with a domain."""
    domains: dict[str, dict[str, set[str]]] = {"open": {}, "closed": {}}
    for attempt in failed:
        domain = attempt.task.tags.get("domain", "")
        if domain in domains and attempt.task.code_language == "python":
            domains[domain].setdefault(attempt.task.id, set()).update(traits(attempt))
    if not any(domains.values()):
        return None
    rows: list[tuple[Cell, ...]] = []
    for name, meaning in TRAITS.items():
        cells = [
            cell for domain, tasks in domains.items() for cell in _cells(domain, name, list(tasks.values()))
        ]
        rows.append((name, *cells, meaning))
    columns = ("class", "open", "share", "paper", "closed", "share ", "paper ", "what it means")
    return Table("Errors as ODEX's section C has them", columns, tuple(rows), NOTES)


def _cells(domain: str, name: str, tasks: Sequence[set[str]]) -> list[Cell]:
    count = sum(name in names for names in tasks)
    share = Estimate(count / len(tasks) if tasks else None)
    printed = {item.what: item.value for item in paper("odex").stated}
    row_name = PRINTED.get((domain, name))
    theirs = float(as_printed(printed[row_name])) / 100 if row_name else None
    return [count, share, Estimate(theirs)]
