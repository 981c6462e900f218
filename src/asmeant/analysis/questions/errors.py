"""Subjects -> why candidates fail: how many errors of each class, and examples (ODEX, section C)."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence

from asmeant.analysis.questions.calls import libraries_of
from asmeant.analysis.questions.error_classes import CLASSES, error_class
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, counted, need_verdicts
from asmeant.analysis.questions.trait_table import trait_table
from asmeant.loaded_run import Attempt
from asmeant.plots import Bars, Mark
from asmeant.tables import Cell, Estimate, Table

DOMAINS = ("open", "closed")
MOST_LETTERS = 100

Classed = Mapping[str, Sequence[Attempt]]


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    need_verdicts(runs)
    classes = {run.label: classed(run) for run in runs}
    tables = [_counts(runs, classes)]
    if not any(map(_failed, classes.values())):
        return Analysis(tuple(tables))
    if len(runs) == 1 and any("domain" in task.tags for task in runs[0].tasks):
        tables.append(_domains(classes[runs[0].label]))
        failed = [attempt for mine in classes[runs[0].label].values() for attempt in mine]
        tables += [table] if (table := trait_table(failed)) else []
    if options.examples:
        tables += [
            _examples(label, of, options.examples) for label, of in classes.items() if any(of.values())
        ]
    return Analysis((*tables, _meanings(classes)), (_picture(classes),))


def classed(run: Subject) -> Classed:
    """The candidates that failed, by class."""
    libraries = libraries_of(run)
    by_class: dict[str, list[Attempt]] = defaultdict(list)
    for attempt in run.attempts:
        if attempt.passed is False:
            by_class[error_class(attempt, libraries)].append(attempt)
    return by_class


def _counts(runs: Sequence[Subject], classes: Mapping[str, Classed]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for name in _order(classes):
        cells: list[Cell] = []
        for run in runs:
            mine, failed = classes[run.label].get(name, ()), _failed(classes[run.label])
            cells += [len(mine), Estimate(len(mine) / failed if failed else None)]
        rows.append((name, *cells))
    heads = [head for run in runs for head in _heads(run, len(runs))]
    notes = [line for run in runs for line in _status_notes(run, classes[run.label])]
    return Table("Why candidates fail", ("class", *heads), tuple(rows), tuple(notes))


def _meanings(classes: Mapping[str, Classed]) -> Table:
    rows = tuple((name, CLASSES[name]) for name in _order(classes))
    return Table("What the classes mean", ("class", "what it means"), rows)


def _heads(run: Subject, runs: int) -> tuple[str, str]:
    return ("candidates", "share") if runs == 1 else (run.label, f"{run.label}, share")


def _order(classes: Mapping[str, Classed]) -> list[str]:
    """The classes that occur, the most frequent first."""
    totals = Counter({name: sum(len(of.get(name, ())) for of in classes.values()) for name in CLASSES})
    return [name for name, count in totals.most_common() if count]


def _failed(of: Classed) -> int:
    return sum(map(len, of.values()))


def _status_notes(run: Subject, of: Classed) -> Iterator[str]:
    """How many candidates failed, and the status of the others."""
    counts = Counter(attempt.status for attempt in run.attempts)
    other_counts = [f"{count} {name}" for name, count in counts.items() if name != "failed"]
    total = counted(counts.total(), "candidate")
    yield f"{run.label}: {_failed(of)} of {total} failed{', '.join(['', *other_counts])}."
    reasons = Counter(
        attempt.verdict.reason
        for attempt in run.attempts
        if attempt.verdict and attempt.verdict.status == "undecided"
    )
    for reason, count in reasons.most_common(3):
        yield f"{run.label}: {count} undecided: {_short(reason)}"


def _domains(of: Classed) -> Table:
    rows: list[tuple[Cell, ...]] = []
    sides = {
        domain: Counter(
            {name: sum(item.task.tags.get("domain") == domain for item in mine) for name, mine in of.items()}
        )
        for domain in DOMAINS
    }
    for name in _order({"": of}):
        cells: list[Cell] = []
        for counts in sides.values():
            total = counts.total()
            cells += [counts[name], Estimate(counts[name] / total if total else None)]
        rows.append((name, *cells))
    columns = ("class", "open", "share of open", "closed", "share of closed")
    return Table("Why candidates fail, by domain", columns, tuple(rows))


def _examples(label: str, of: Classed, most: int) -> Table:
    """The first examples of each class, from different tasks if possible."""
    rows: list[tuple[Cell, ...]] = []
    for name in _order({label: of}):
        first: dict[str, Attempt] = {}
        for attempt in of[name]:
            first.setdefault(attempt.task.id, attempt)
        for attempt in list(first.values())[:most]:
            reason = attempt.verdict.reason if attempt.verdict else ""
            code = _short(attempt.candidate.code) or _short(attempt.candidate.reply)
            rows.append((name, attempt.task.id, attempt.candidate.rank, code, _short(reason)))
    return Table(f"Examples, {label}", ("class", "task", "rank", "code", "why"), tuple(rows))


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= MOST_LETTERS else line[: MOST_LETTERS - 1] + "…"


def _picture(classes: Mapping[str, Classed]) -> Bars:
    order = tuple(_order(classes))
    series = {
        label: tuple(
            Mark(
                100 * len(of.get(name, ())) / failed if (failed := _failed(of)) else None, note=CLASSES[name]
            )
            for name in order
        )
        for label, of in classes.items()
    }
    return Bars("Why candidates fail", order, series, "per cent", about="Of the candidates that failed.")
