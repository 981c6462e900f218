"""Files -> Task. CoNaLa: Stack Overflow intents and snippets, for training and comparison, without checks.

train   test              one task for each snippet
train+grouped ...         one task for each intent, with all its snippets as references
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import msgspec

from asmeant.datasets.release import Release, ReleasedFile, on_github, read_list
from asmeant.records import Task

GROUPED = "+grouped"


class Row(msgspec.Struct, frozen=True):
    """One object of a released list."""

    question_id: int | str
    intent: str
    snippet: str
    rewritten_intent: str | None = None


def to_task(row: Row, place: str, number: int, language: str = "en") -> Task:
    """The task of one row: the rewritten intent if there is one, and the snippet as released."""
    return Task(
        id=f"{place}/{number}",
        intent=row.rewritten_intent or row.intent,
        intent_language=language,
        references=(row.snippet,),
        tags={"question": str(row.question_id), "intent": row.intent},
    )


def group_references(tasks: Iterable[Task]) -> Iterator[Task]:
    """Merge the tasks of a question that have the same intent, with the references of all.

    Different intents of the same question stay separate tasks: they ask for different code. The first task
    gives the id; `tags["merged"]` lists all ids. Duplicate references are removed.
    """
    groups: dict[tuple[str, str, str, str], list[Task]] = {}
    for task in tasks:
        source = task.tags.get("translated_from", "")
        question = task.tags.get("question", task.id)
        groups.setdefault((question, task.intent, task.intent_language, source), []).append(task)
    for group in groups.values():
        first = group[0]
        references = tuple(dict.fromkeys(code for task in group for code in task.references))
        merged = {"merged": ",".join(task.id for task in group)} if len(group) > 1 else {}
        yield replace(first, references=references, tags={**first.tags, **merged})


def with_grouped(variants: dict[str, str]) -> dict[str, str]:
    """The variants, and a grouped version of each."""
    return variants | {name + GROUPED: f"{about}; one task an intent" for name, about in variants.items()}


def _path(variant: str) -> str:
    return f"conala/conala-{variant.removesuffix(GROUPED)}.json"


def _read(folder: Path, variant: str, _language: str) -> Iterator[Task]:
    place = f"conala/{variant.removesuffix(GROUPED)}"
    rows = read_list(folder, _path(variant), Row)
    tasks = (to_task(row, place, number) for number, row in enumerate(rows))
    yield from group_references(tasks) if variant.endswith(GROUPED) else tasks


CONALA = Release(
    name="conala",
    about="English intents and Python snippets from Stack Overflow, without checks",
    licence="Stack Overflow's text: CC BY-SA",
    citation="Yin, Deng, Chen, Vasilescu, Neubig: Learning to Mine Aligned Code and Natural Language Pairs "
    "from Stack Overflow. MSR 2018. arXiv:1805.08949",
    home="https://conala-corpus.github.io",
    languages=("en",),
    variants=with_grouped({"test": "the test set", "train": "the training set"}),
    # The official download is an archive with 600,000 mined rows. These are exact copies of the two files of
    # version 1.1.
    files=(
        ReleasedFile(
            "conala/conala-train.json",
            on_github(
                "zorazrw/multilingual-conala",
                "b48112fe492432507d72004aafb6f0c399308333",
                "dataset/train/train.json",
            ),
            "790c9d444744717ef88b8b64422b26dafa1bd35af32ff12bdc53ef3cab9aff09",
            588_603,
        ),
        ReleasedFile(
            "conala/conala-test.json",
            on_github(
                "ypapanik/t5-for-code-generation",
                "d40eaaec5c597dbfcf738afd6f550ce36aa324af",
                "data/conala-test.json",
            ),
            "b3f96344efa3bb819e2fe66cfd68be289ca4e4d37f5af19c32cf4ae211e8077e",
            124_086,
        ),
    ),
    needs=lambda variant, _language: (_path(variant),),
    read=_read,
)
