"""Subjects -> pass@k for every k: by run, or by language if there is one run."""

from __future__ import annotations

from collections.abc import Sequence

from asmeant.analysis.questions.scoring import PER_CENT, cell, mark, scorer
from asmeant.analysis.questions.subject import (
    Analysis,
    AnalysisOptions,
    Subject,
    need_verdicts,
    on_shared_tasks,
)
from asmeant.languages.natural import language_name
from asmeant.metrics.counting import can_be_decided
from asmeant.metrics.pass_at_k import PassAtK
from asmeant.plots import Lines
from asmeant.plots.values import MOST_BANDS
from asmeant.records import Score
from asmeant.tables import Table

# A longer table is not readable.
MOST_KS = 50


def analyse(runs: Sequence[Subject], _options: AnalysisOptions) -> Analysis:
    need_verdicts(runs)
    shared = on_shared_tasks(runs)
    columns = {run.label: run for run in shared.runs}
    languages = sorted({task.intent_language for task in shared.runs[0].tasks})
    if len(runs) == 1 and len(languages) > 1:
        (run,) = shared.runs
        slices = {
            language_name(code): run.only(lambda task, code=code: task.intent_language == code)  # type: ignore[misc]
            for code in languages
        }
        columns = {"all": run, **slices}
    samples = max(run.samples for run in shared.runs)
    ks = _ks(samples)
    scores = {name: [_score(run, k) for k in ks] for name, run in columns.items()}
    notes = [PER_CENT, *shared.notes]
    if len(ks) < samples:
        notes.append(f"Of the {samples} ks, {len(ks)}.")
    table = Table(
        "pass@k",
        ("k", *scores),
        tuple((k, *(cell(of[place]) for of in scores.values())) for place, k in enumerate(ks)),
        tuple(notes),
    )
    series = {name: tuple(map(mark, of)) for name, of in scores.items()}
    bands = "; bands are 95% intervals" if len(scores) <= MOST_BANDS else ""
    about = f"The chance that at least one of k candidates is right{bands}."
    plot = Lines("pass@k", tuple(map(float, ks)), series, "k", "per cent", (0, 100), about)
    return Analysis((table,), (plot,))


def _ks(samples: int) -> list[int]:
    if samples <= MOST_KS:
        return list(range(1, samples + 1))
    return sorted({1, samples, *(samples * step // MOST_KS for step in range(1, MOST_KS + 1))} - {0})


def _score(run: Subject, k: int) -> Score | None:
    """pass@k of a run; a dash if it has fewer than k candidates."""
    enough = any(len(item.verdicts) >= k and can_be_decided(item.verdicts) for item in run.judged)
    return scorer([run], PassAtK(k)).score(0) if enough else None
