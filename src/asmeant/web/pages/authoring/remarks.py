"""Text that a person types -> remarks on it, by the functions of `asmeant.authoring`.

The guidelines of the papers (`guidelines`), words that prescribe a method or leave something open
(`describing`), and duplicate items.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from asmeant.authoring.describing.correcting import correct
from asmeant.authoring.describing.remarks import Remark
from asmeant.authoring.guidelines import KnownPair, check_pair, duplicates
from asmeant.authoring.project import Item, Project
from asmeant.records import Task

SNIPPETS = ("code1", "code2", "code3")
# Longer texts are not checked while a person types.
LONGEST_INTENT, LONGEST_CODE = 1_500, 5_000
MOST_REMARKS = 30
MOST_COMPARED = 50


@dataclass(frozen=True, slots=True)
class FieldRemark:
    """A remark on the text of a field, from `start` to `end`. `rule` is translated, `message` is English.

    `proposal` is the corrected text of the field, if there is one.
    """

    field: str
    rule: str
    message: str
    start: int = 0
    end: int = 0
    proposal: str = ""


def remarks_on(project: Project, item: Item, fields: Mapping[str, str]) -> Sequence[FieldRemark]:
    """The distinct remarks, in the order of the fields."""
    lengths = {"intent": LONGEST_INTENT, **dict.fromkeys(SNIPPETS, LONGEST_CODE)}
    for name, limit in lengths.items():
        if len(fields.get(name, "")) > limit:
            return [FieldRemark(name, "too long", "This is too long to be checked while you type.")]
    try:
        remarks = dict.fromkeys((*_on_texts(item, fields), *_on_repetition(project, item, fields)))
    except (RecursionError, MemoryError):
        return [FieldRemark("code1", "too deep", "This is nested too deeply to be checked.")]
    order = ("intent", *SNIPPETS)
    return sorted(remarks, key=lambda remark: order.index(remark.field))[:MOST_REMARKS]


def codes_of(fields: Mapping[str, str]) -> dict[str, str]:
    """The snippets that are not empty, by field."""
    return {name: fields[name] for name in SNIPPETS if fields.get(name, "").strip()}


def _on_texts(item: Item, fields: Mapping[str, str]) -> Iterator[FieldRemark]:
    intent, codes = fields.get("intent", ""), codes_of(fields)
    languages = fields.get("intent_language", "en"), fields.get("code_language", "python")
    for name, code in codes.items():
        pair = check_pair(intent, code, *languages)
        yield from _in_field("intent", pair.intent)
        yield from _in_field(name, pair.code)
    if not codes:
        yield from _in_field("intent", check_pair(intent, "", *languages).intent)
    checks = item.task.checks if item.task else ()
    task = Task(item.id, intent, *languages, references=tuple(codes.values()), checks=checks)
    yield from _in_field("intent", correct(task).remarks)


def _on_repetition(project: Project, item: Item, fields: Mapping[str, str]) -> Iterator[FieldRemark]:
    """Other items with the same intent or code, found by the longest word of either."""
    intent = fields.get("intent", "")
    for name, code in codes_of(fields).items():
        other_pairs = {
            other.id: KnownPair(other.id, other.intent, other.code)
            for text in (intent, code)
            for other in project.items(text=max(text.split(), key=len, default=""), limit=MOST_COMPARED)
            if other.id != item.id and text.strip()
        }
        yield from _in_field(
            name, duplicates(intent, code, other_pairs.values(), fields.get("code_language", "python"))
        )


def _in_field(name: str, remarks: Iterator[Remark] | Sequence[Remark]) -> Iterator[FieldRemark]:
    for remark in remarks:
        yield FieldRemark(name, remark.rule, remark.message, remark.start, remark.end, remark.proposal)
