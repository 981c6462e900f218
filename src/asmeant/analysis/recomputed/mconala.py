"""MCoNaLa: its Table 2 (lengths of snippets), Table 3 (names of an intent that the snippet has), and what the
translations of its test set, scored in Table 4, do to names."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asmeant.analysis.intent_names import names_of, survival
from asmeant.analysis.recomputed.fact import Fact, mean
from asmeant.metrics.tokens import conala
from asmeant.records import Task

# By language: pairs; mean, longest and shortest snippet; names covered.
PRINTED = {
    "es": ("341", "42.6", "343", "4", "94.4"),
    "ja": ("210", "17.7", "94", "2", "97.9"),
    "ru": ("345", "32.0", "243", "3", "93.8"),
}
# More tasks that the figures are about: the intents in the English of three translators.
ALSO = ("mconala:flores101", "mconala:m2m", "mconala:marianmt")
DISTINCT = "over distinct pairs of intent and snippet"


def facts(tasks: Sequence[Task]) -> Iterator[Fact]:
    for language, (pairs, average, longest, shortest, covered) in PRINTED.items():
        mine = [task for task in tasks if task.intent_language == language]
        if not mine:
            continue
        distinct = {(task.intent, task.references[0]) for task in mine}
        lengths = [len(conala(snippet)) for _, snippet in distinct]
        swapped = "the paper has the headings of the two the wrong way round"
        yield Fact("section 2", f"pairs, {language}", pairs, len(mine))
        yield Fact("Table 2", f"tokens a snippet, {language}", average, mean(lengths), DISTINCT)
        yield Fact("Table 2", f"longest snippet, {language}", longest, max(lengths), swapped)
        yield Fact("Table 2", f"shortest snippet, {language}", shortest, min(lengths), swapped)
        names = 100 * coverage(distinct)
        yield Fact("Table 3", f"names in the snippet, %, {language}", covered, names, DISTINCT)
        yield from _translated(mine, tasks, language)


def coverage(pairs: set[tuple[str, str]]) -> float:
    """The share of the names between backquotes in intents that stand in the snippet."""
    found = [name in snippet for intent, snippet in pairs for name in names_of(intent)]
    return mean(found)


def _translated(originals: Sequence[Task], tasks: Sequence[Task], language: str) -> Iterator[Fact]:
    """What is left of the names of all intents, row by row, in each translation that is among the tasks."""
    intents = {task.id.rpartition("/")[2]: task.intent for task in originals}
    translators = dict.fromkeys(task.id.split("/")[1] for task in tasks if "translated_from" in task.tags)
    for name in translators:
        pairs = [
            (intents[row], task.intent)
            for task in tasks
            if task.id.startswith(f"mconala/{name}/{language}/")
            and (row := task.id.rpartition("/")[2]) in intents
        ]
        found = survival(pairs)
        if found.names:
            of = f"of the {found.names} names in backquotes"
            kept, quoted = (f"names {how}, %, {language} by {name}" for how in ("kept", "still quoted"))
            yield Fact("with Table 4", kept, "", 100 * found.kept / found.names, of, digits=1)
            yield Fact("with Table 4", quoted, "", 100 * found.quoted / found.names, of, digits=1)
