"""Subjects -> translators side by side, and what they do to the names of an intent (MCoNaLa, Table 4).

A translated task has its original language in the tag `translated_from`. To see what a translator did to
names, the originals are needed: a run on them, or the released data.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asmeant.analysis.intent_names import survival
from asmeant.analysis.questions.lengths import languages_of, named, original_language
from asmeant.analysis.questions.scoring import PER_CENT, cell, mark, one_scorer
from asmeant.analysis.questions.subject import (
    Analysis,
    AnalysisOptions,
    Subject,
    counted,
    need_tag,
    on_shared_tasks,
    task_key,
)
from asmeant.plots import Bars
from asmeant.records import Score
from asmeant.tables import Cell, Estimate, Table

TAG = "translated_from"


def analyse(runs: Sequence[Subject], options: AnalysisOptions) -> Analysis:
    translated = [run for run in runs if any(TAG in task.tags for task in run.tasks)]
    if not translated:
        need_tag(
            runs,
            TAG,
            "Name runs on translated intents, such as mconala:flores101, mconala:m2m, mconala:marianmt.",
        )
    shared = on_shared_tasks(runs)
    scorer = one_scorer(shared.runs, options, "bleu")
    languages = languages_of(shared.runs[0].tasks)
    scores = {
        language: scorer.scores(lambda task, of=language: of in ("all", original_language(task)))  # type: ignore[misc]
        for language in languages
    }
    labels = [_label(run, shared.runs) for run in shared.runs]
    name = scorer.metric.name
    rows: list[tuple[Cell, ...]] = [
        (label, run.settings.model, *(cell(scores[language][place]) for language in languages))
        for place, (label, run) in enumerate(zip(labels, shared.runs, strict=True))
    ]
    columns = ("intents", "model", *map(named, languages))
    notes = [PER_CENT, *_dropped(labels, list(scores.values())[-1]), *shared.notes]
    if len(languages) > 1:
        notes.append("all: over the tasks of all languages together, which is not the mean of the languages.")
    table = Table(f"{name} by translator", columns, tuple(rows), tuple(notes))
    series = {
        label: tuple(mark(scores[language][place]) for language in languages)
        for place, label in enumerate(labels)
    }
    plot = Bars(table.title, tuple(map(named, languages)), series, "per cent", about="With 95% intervals.")
    return Analysis((table, _survivals(translated, _originals(runs, options))), (plot,))


def _label(run: Subject, runs: Sequence[Subject]) -> str:
    variants = [other_run.variant for other_run in runs]
    name = run.variant or run.settings.dataset
    return name if variants.count(run.variant) == 1 else f"{name}, {run.label}"


def _dropped(labels: Sequence[str], scores: Sequence[Score]) -> list[str]:
    """How many tasks the figures are computed from: some metrics leave out references that do not parse."""
    return [
        f"{label}: scored on {counted(score.tasks, 'task')}, {score.undecided} left out."
        for label, score in zip(labels, scores, strict=True)
    ]


def _originals(runs: Sequence[Subject], options: AnalysisOptions) -> dict[str, str]:
    """The original intents, by the part of their ids that the translations share."""
    intents = {"/".join(task.id.split("/")[-2:]): task.intent for task in options.originals}
    for run in runs:
        intents |= {task_key(run, task.id): task.intent for task in run.tasks if TAG not in task.tags}
    return intents


def _survivals(runs: Sequence[Subject], originals: Mapping[str, str]) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for run in runs:
        for language in languages_of(run.tasks):
            mine = [
                task
                for task in run.tasks
                if language in ("all", original_language(task)) and TAG in task.tags
            ]
            pairs = [
                (originals[key], task.intent) for task in mine if (key := task_key(run, task.id)) in originals
            ]
            counts = survival(pairs)
            shares = (
                Estimate(count / counts.names if counts.names else None)
                for count in (counts.kept, counts.quoted)
            )
            rows.append((run.variant or run.label, named(language), len(pairs), counts.names, *shares))
    columns = ("intents", "language", "compared", "names", "kept", "still quoted")
    notes = ["Names: ASCII identifiers in backquotes in the original. Still quoted: in any quotes."]
    if not originals:
        notes.append("There are no originals to compare with: name a run on them as well, or add --data.")
    return Table("What translation does to names", columns, tuple(rows), tuple(notes))
