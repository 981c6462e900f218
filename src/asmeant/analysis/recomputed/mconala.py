"""MCoNaLa: its Tables 2 (lengths) and 3 (shared names), and the means of Table 1.

Also counts what the translations of its test set, which Table 4 scores, do to names.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asmeant.analysis.intent_names import names_of, survival
from asmeant.analysis.published import as_printed, paper
from asmeant.analysis.recomputed.fact import Fact, mean
from asmeant.metrics.tokens import conala
from asmeant.records import Task

LANGUAGES = ("es", "ja", "ru")
# Further tasks that the figures need: the intents in the English of three translators.
ALSO = ("mconala:flores101", "mconala:m2m", "mconala:marianmt")
DISTINCT = "over distinct pairs of intent and snippet"


SWAPPED = "the paper has the headings of the two the wrong way round"


def facts(tasks: Sequence[Task]) -> Iterator[Fact]:
    languages = [name for name in LANGUAGES if any(task.intent_language == name for task in tasks)]
    for language in languages:
        mine = [task for task in tasks if task.intent_language == language]
        yield from _of_language(language, mine)
        yield from _translated(mine, tasks, language)
    if languages:
        yield from means()


def _of_language(language: str, tasks: Sequence[Task]) -> Iterator[Fact]:
    lengths_of, names_in = (paper("mconala").table(name).row(language=language).cells for name in "23")
    printed = {name: as_printed(value) for name, value in lengths_of.items()}
    distinct = {(task.intent, task.references[0]) for task in tasks}
    lengths = [len(conala(snippet)) for _, snippet in distinct]
    yield Fact("Table 2", f"pairs, {language}", printed["pairs"], len(tasks))
    yield Fact("Table 2", f"tokens a snippet, {language}", printed["tokens, mean"], mean(lengths), DISTINCT)
    yield Fact("Table 2", f"longest snippet, {language}", printed["tokens, most"], max(lengths), SWAPPED)
    yield Fact("Table 2", f"shortest snippet, {language}", printed["tokens, fewest"], min(lengths), SWAPPED)
    covered = as_printed(names_in["intent to snippet"])
    label = f"names in the snippet, %, {language}"
    yield Fact("Table 3", label, covered, 100 * coverage(distinct), DISTINCT)


def means() -> Iterator[Fact]:
    """The means over the three languages, from the values that Table 1 prints."""
    for row in paper("mconala").table("1").rows:
        average = mean(float(as_printed(row.cells[name])) for name in LANGUAGES)
        label = f"mean of {row.cells['system']}, {row.cells['setting']}"
        yield Fact("Table 1", label, as_printed(row.cells["mean"]), average, "of the three printed figures")


def coverage(pairs: set[tuple[str, str]]) -> float:
    """The share of names in backquotes in intents that occur in the snippet."""
    is_present = [name in snippet for intent, snippet in pairs for name in names_of(intent)]
    return mean(is_present)


def _translated(originals: Sequence[Task], tasks: Sequence[Task], language: str) -> Iterator[Fact]:
    """The share of names that each translation among the tasks keeps, matched row by row."""
    intents = {task.id.rpartition("/")[2]: task.intent for task in originals}
    translators = dict.fromkeys(task.id.split("/")[1] for task in tasks if "translated_from" in task.tags)
    for name in translators:
        pairs = [
            (intents[row], task.intent)
            for task in tasks
            if task.id.startswith(f"mconala/{name}/{language}/")
            and (row := task.id.rpartition("/")[2]) in intents
        ]
        counts = survival(pairs)
        if counts.names:
            of = f"of the {counts.names} names in backquotes"
            kept_label, quoted_label = (
                f"names {measure}, %, {language} by {name}" for measure in ("kept", "still quoted")
            )
            yield Fact("with Table 4", kept_label, "", 100 * counts.kept / counts.names, of, digits=1)
            yield Fact("with Table 4", quoted_label, "", 100 * counts.quoted / counts.names, of, digits=1)
