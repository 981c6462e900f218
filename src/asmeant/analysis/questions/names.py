"""Subjects -> the names that an intent and its code share, in both directions (MCoNaLa, Table 3).

Intent to code: the share of names in backquotes that occur in the code. Code to intent: the share of names
that must be supplied to the code that occur in the intent. The paper counted the second by hand, on twenty
pairs.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from asmeant.analysis.intent_names import given_names, has_word, names_of
from asmeant.analysis.questions.calls import libraries_of
from asmeant.analysis.questions.lengths import ALL, languages_of, named, original_language
from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject
from asmeant.errors import UsageError
from asmeant.languages import python
from asmeant.plots import Bars, Mark
from asmeant.records import Task
from asmeant.tables import Cell, Estimate, Table

WAYS = ("intent to code", "code to intent")


@dataclass(frozen=True, slots=True)
class Coverage:
    """Names of intents and how many of them the code has; names of code and how many the intents have."""

    intent_names: int
    used_in_code: int
    code_names: int
    used_in_intent: int
    unread: int

    @property
    def shares(self) -> tuple[float | None, float | None]:
        return (
            self.used_in_code / self.intent_names if self.intent_names else None,
            self.used_in_intent / self.code_names if self.code_names else None,
        )


def coverage(pairs: Sequence[tuple[Task, str]], libraries: Collection[str] = ()) -> Coverage:
    intent_names = used_in_code = code_names = used_in_intent = unread = 0
    for task, code in pairs:
        names_in_intent = names_of(task.intent)
        intent_names += len(names_in_intent)
        used_in_code += sum(name in code for name in names_in_intent)
        # Imports of the setup need not be in the intent. Some Bash parses as Python: `ls -l`.
        bound_names = {*libraries, *python.stores(task.scaffold.setup)}
        free = given_names(code, bound_names) if task.code_language == "python" else None
        if free is None:
            unread += 1
            continue
        code_names += len(free)
        used_in_intent += sum(has_word(task.intent, name) for name in free)
    return Coverage(intent_names, used_in_code, code_names, used_in_intent, unread)


def analyse(runs: Sequence[Subject], _options: AnalysisOptions) -> Analysis:
    rows: list[tuple[Cell, ...]] = []
    marks: dict[str, list[Mark]] = {way: [] for way in WAYS}
    labels = []
    for run in runs:
        libraries = libraries_of(run)
        for language in languages_of(run.tasks):
            for direction, counts_of in _sides(run, language, libraries).items():
                counts = [
                    (counts_of.intent_names, counts_of.shares[0]),
                    (counts_of.code_names, counts_of.shares[1]),
                ]
                cells = [value for count, share in counts for value in (count, Estimate(share))]
                rows.append((run.label, named(language), direction, *cells, counts_of.unread))
                labels.append(
                    f"{named(language)}, {direction}"
                    if len(runs) == 1
                    else f"{run.label}, {named(language)}, {direction}"
                )
                for way, share in zip(WAYS, counts_of.shares, strict=True):
                    marks[way].append(Mark(None if share is None else 100 * share))
    if not any(row[3] or row[5] for row in rows):
        raise UsageError(
            f"No intent of {runs[0].path} has a name in backquotes, and no code needs one. "
            "There is nothing to compare: choose a run with such intents."
        )
    columns = (
        "run",
        "language",
        "of",
        "asked",
        "in the code",
        "needed",
        "in the intent",
        "unread",
    )
    notes = (
        "Asked: names in the intent, ASCII identifiers in backquotes. Needed: variables that the code does "
        "not make itself, and what its functions take.",
        "Unread: code that is not Python, and is left out of what is needed.",
        "References that repeat for the same intent count once. Candidates without code are left out.",
    )
    series = {way: tuple(values) for way, values in marks.items()}
    plot = Bars("Names that intents and code share", tuple(labels), series, "per cent", (0, 100))
    return Analysis((Table(plot.title, columns, tuple(rows), notes),), (plot,))


def _sides(run: Subject, language: str, libraries: Collection[str]) -> dict[str, Coverage]:
    def wanted(task: Task) -> bool:
        return language in (ALL, original_language(task))

    pairs = {(task.intent, text): task for task in run.tasks if wanted(task) for text in task.references[:1]}
    codes = [
        (attempt.task, attempt.candidate.code)
        for attempt in run.attempts
        if wanted(attempt.task) and attempt.candidate.code.strip()
    ]
    return {
        "references": coverage([(task, text) for (_, text), task in pairs.items()], libraries),
        "candidates": coverage(codes, libraries),
    }
