"""Files -> Task. ODEX: tasks from Stack Overflow in four languages, with any library, checked by execution.

prompt -> before      suffix -> after      test_start -> setup      test -> the probes of one check
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import msgspec

from asmeant.datasets.probes import as_probes
from asmeant.datasets.release import Release, ReleasedFile, on_github, read_objects
from asmeant.languages import python
from asmeant.records import Check, Scaffold, Task

_REPOSITORY = "zorazrw/odex"
_COMMIT = "21308ea6d474a078d5a85c61c2b5ca228d1fd167"
_CHECK = re.compile(r"^def[ \t]+check[ \t]*\(\s*(\w+)[^)]*\)[^:\n]*:", re.MULTILINE)


class Row(msgspec.Struct, frozen=True):
    """One line of a released file."""

    task_id: int | str
    intent: str
    prompt: str
    suffix: str
    canonical_solution: str
    test_start: str
    test: list[str]
    entry_point: str
    library: list[str] = []


def to_task(row: Row, language: str, number: int) -> Task:
    """The task of one row."""
    before, reference, after = _with_spaces(row.prompt, row.canonical_solution, row.suffix)
    setup, first = _setup(row.test_start, row.entry_point)
    tests = [first + test if number == 0 else test for number, test in enumerate(row.test)]
    return Task(
        # Post ids repeat in ODEX, so the row number is the id.
        id=f"odex/{language}/{number}",
        intent=row.intent,
        intent_language=language,
        references=(reference,),
        checks=(Check(probes=as_probes(tests)),),
        scaffold=Scaffold(
            before=before, after=after, setup=setup, entry=row.entry_point, libraries=tuple(row.library)
        ),
        tags={"post": str(row.task_id), "domain": "open" if row.library else "closed"},
    )


def _setup(test_start: str, entry: str) -> tuple[str, str]:
    """The code above `def check(...):`, and the code below it."""
    head = _CHECK.search(test_start)
    if head is None:
        return test_start.strip("\n"), ""
    setup = test_start[: head.start()].strip("\n")
    if head[1] != "candidate":
        setup = f"{setup}\n{head[1]} = {entry}".lstrip("\n")
    rest = test_start[head.end() :]
    return setup, rest if rest.strip() else ""


def _with_spaces(*sources: str) -> tuple[str, ...]:
    """Indent with spaces. The sources are joined first, as one may begin in the middle of a line."""
    program = "".join(sources)
    lines = program.split("\n")
    spaced = python.indent_with_spaces(program).split("\n")
    cuts = []
    for end in range(1, len(sources)):
        head = "".join(sources[:end]).split("\n")
        number, column = len(head) - 1, len(head[-1])
        if spaced[number] != lines[number]:
            blank = not head[-1].strip()
            grown = len(spaced[number]) - len(lines[number])
            column = len(head[-1].replace("\t", python.INDENT)) if blank else column + grown
        cuts.append(sum(len(line) + 1 for line in spaced[:number]) + column)
    joined = "\n".join(spaced)
    return tuple(joined[start:end] for start, end in zip([0, *cuts], [*cuts, len(joined)], strict=True))


def _path(language: str) -> str:
    return f"odex/{language}_test.jsonl"


def _read(folder: Path, _variant: str, language: str) -> Iterator[Task]:
    for number, row in enumerate(read_objects(folder, _path(language), Row)):
        yield to_task(row, language, number)


def _file(language: str, sha256: str | None = None, size: int | None = None) -> ReleasedFile:
    return ReleasedFile(
        _path(language), on_github(_REPOSITORY, _COMMIT, f"data/{language}_test.jsonl"), sha256, size
    )


ODEX = Release(
    name="odex",
    about="Stack Overflow intents in four languages, open to any library, with written tests",
    licence="CC BY-SA 4.0",
    citation="Wang, Zhou, Fried, Neubig: Execution-Based Evaluation for Open-Domain Code Generation. "
    "Findings of EMNLP 2023. arXiv:2212.10481",
    home="https://github.com/zorazrw/odex",
    languages=("en", "es", "ja", "ru"),
    variants={},
    files=(
        _file("en", "1ed71a3d47143f9a6e61877994d2403dd63fcdcea2db5ec328a2884410c8abc2", 241_247),
        _file("es", "f63a9aa8b8639df1cb1e6c8a0625605711bc6c148d420ad92699d0fcc8ed7a7e", 51_128),
        _file("ja"),
        _file("ru", "8b74304c1dd0e506bb3718f2b80777ab672defac9a8c3770844d39f0f11b6644", 176_672),
    ),
    needs=lambda _variant, language: (_path(language),),
    read=_read,
)
