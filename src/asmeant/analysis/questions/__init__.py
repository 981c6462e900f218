"""Runs -> Analysis: tables and plots that answer one question about runs.

There is one module per question, each with a function `analyse`. Most follow a table or a figure of a paper.
All of them accept any run that has the data they need; otherwise the error says what is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from importlib import import_module

from asmeant.analysis.questions.subject import Analysis, AnalysisOptions, Subject, subjects
from asmeant.errors import UnknownNameError
from asmeant.runs import RunFolder
from asmeant.tables import Table


@dataclass(frozen=True, slots=True)
class AnalysisKind:
    """One question. `takes` names the options that it uses."""

    about: str
    module: str
    takes: tuple[str, ...] = ()


KINDS: Mapping[str, AnalysisKind] = {
    "slices": AnalysisKind(
        "A metric on each slice of the tasks, runs side by side.", "slices", ("metrics", "by")
    ),
    "domains": AnalysisKind(
        "Open and closed domain compared, in each language (ODEX).", "domains", ("metrics",)
    ),
    "libraries": AnalysisKind(
        "How frequent a library is, and how hard (ODEX, Figure 8).", "libraries", ("metrics",)
    ),
    "pass-at-k": AnalysisKind("pass@k for every k.", "every_k"),
    "probes": AnalysisKind(
        "Verdicts by one probe at random, by the first ... or all (ODEX).", "probes", ("alone",)
    ),
    "settings": AnalysisKind("Runs side by side, by the settings that differ.", "settings", ("metrics",)),
    "metrics": AnalysisKind(
        "Whether a metric tells passed from failed candidates (ODEX).", "likeness", ("metrics",)
    ),
    "ranking": AnalysisKind(
        "Whether metrics rank runs as execution does (ODEX, Figure 9).", "ranking", ("metrics",)
    ),
    "disagreements": AnalysisKind(
        "Right answers unlike the reference, and wrong ones like it (ODEX, D.4 and D.5).",
        "disagreements",
        ("metrics", "examples"),
    ),
    "errors": AnalysisKind(
        "Why candidates fail: classes of errors, with examples (ODEX).", "errors", ("examples",)
    ),
    "variants": AnalysisKind(
        "Variants of a dataset, and gains (MBUPP, Tables 3 and 4).", "variants", ("metrics",)
    ),
    "sets": AnalysisKind("Sets of probes: how many, which are met (MBUPP, Figures 3 and 4).", "sets"),
    "overlap": AnalysisKind(
        "How much candidates repeat references verbatim: a sign of contamination.", "overlap", ("order",)
    ),
    "lengths": AnalysisKind("Tokens of code, and words of intents (MCoNaLa and ODEX, Table 2).", "lengths"),
    "names": AnalysisKind("Names that an intent and its code share (MCoNaLa, Table 3).", "names"),
    "translators": AnalysisKind(
        "Translators side by side, and what they do to names (MCoNaLa, Table 4).",
        "translators",
        ("metrics", "data"),
    ),
}


DEFAULTS = AnalysisOptions()


def analyse(kind: str, folders: Sequence[RunFolder], options: AnalysisOptions = DEFAULTS) -> Analysis:
    """The analysis of this kind for these runs."""
    if kind not in KINDS:
        raise UnknownNameError("analysis", kind, KINDS, "asmeant analyse --help")
    module = import_module(f"asmeant.analysis.questions.{KINDS[kind].module}")
    answer: Callable[[Sequence[Subject], AnalysisOptions], Analysis] = module.analyse
    analysis = answer(subjects(folders), options)
    return replace(analysis, tables=tuple(map(_of_one, analysis.tables))) if len(folders) == 1 else analysis


def _of_one(table: Table) -> Table:
    """The table without its column of run names, if there is one."""
    if table.columns[:1] != ("run",):
        return table
    return replace(table, columns=table.columns[1:], rows=tuple(row[1:] for row in table.rows))


__all__ = ["KINDS", "Analysis", "AnalysisKind", "AnalysisOptions", "Subject", "analyse", "subjects"]
