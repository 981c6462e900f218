"""Files -> Task. NL2Bash: English sentences and Bash commands, one pair per line, without checks.

all                       every line of the release
filtered                  the 9,305 lines that the paper keeps
train   dev   test        the paper's split of those: 8,090, 609 and 606 lines
test+grouped ...          one task for each intent, with all its commands as references
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from importlib.resources import files
from pathlib import Path

from asmeant.datasets.conala import GROUPED, with_grouped
from asmeant.datasets.release import Release, ReleasedFile, on_github, read_text_lines
from asmeant.errors import DataError
from asmeant.languages.natural import normalised_intent
from asmeant.records import Task

_REPOSITORY = "TellinaTool/nl2bash"
_COMMIT = "d6b9f5bdff45621d190134e31ab63b7bf7002190"
_INTENTS = "nl2bash/all.nl"
_COMMANDS = "nl2bash/all.cm"
_SHA256 = {
    _INTENTS: "1db0c529c350b463919624550b8f5882a97c42ad5051c7d49fbc496bc4e8b770",
    _COMMANDS: "3a72eaced7fa14a0938354cefc42b2dcafb2d47297102f1279086e18c3abe57e",
}
_LETTERS = {"train": "r", "dev": "d", "test": "t", "filtered": "rdt"}


@cache
def published_rows(split: str) -> tuple[int, ...]:
    """The line numbers (from 0) of one split of the paper's corpus.

    The paper filtered and split its corpus with a parser and a word list that asmeant cannot include. The
    result is stored instead: nl2bash_parts.txt has one letter for each line of the release.
    """
    letters = files(__package__).joinpath("nl2bash_parts.txt").read_text("ascii").replace("\n", "")
    return tuple(row for row, letter in enumerate(letters) if letter in _LETTERS[split])


def require_released(intents: Path, commands: Path) -> None:
    """Raise an error if the files are not the released ones: the line numbers are valid only for those."""
    for path, name in ((intents, _INTENTS), (commands, _COMMANDS)):
        digest = hashlib.sha256(path.read_bytes()).hexdigest()
        if digest != _SHA256[name]:
            raise DataError(
                f"{path} is not the file that was released: its SHA-256 is {digest[:12]}…, not "
                f"{_SHA256[name][:12]}…. The paper's rows are those of the release: asmeant fetch nl2bash"
            )


def _read(folder: Path, variant: str, _language: str) -> Iterator[Task]:
    split = variant.removesuffix(GROUPED)
    if split != "all":
        require_released(folder / _INTENTS, folder / _COMMANDS)
    tasks = list(_lines(folder))
    if split != "all":
        tasks = [tasks[row] for row in published_rows(split)]
    yield from _grouped(tasks) if variant.endswith(GROUPED) else tasks


def _lines(folder: Path) -> Iterator[Task]:
    intents = read_text_lines(folder, _INTENTS)
    commands = read_text_lines(folder, _COMMANDS)
    if len(intents) != len(commands):
        raise DataError(
            f"{folder / _INTENTS} has {len(intents)} lines and {folder / _COMMANDS} has {len(commands)}: "
            f"line by line they belong together. Replace both with good copies, which this puts into the "
            f"cache: asmeant fetch nl2bash"
        )
    for number, (intent, command) in enumerate(zip(intents, commands, strict=True)):
        yield Task(id=f"nl2bash/{number}", intent=intent, code_language="bash", references=(command,))


def _grouped(tasks: Iterable[Task]) -> Iterator[Task]:
    """Merge tasks with the same normalised intent. The first gives the id; `tags["merged"]` lists all ids."""
    groups: dict[str, list[Task]] = {}
    for task in tasks:
        groups.setdefault(normalised_intent(task.intent), []).append(task)
    for group in groups.values():
        references = tuple(dict.fromkeys(code for task in group for code in task.references))
        merged = {"merged": ",".join(task.id for task in group)} if len(group) > 1 else {}
        yield replace(group[0], references=references, tags=merged)


NL2BASH = Release(
    name="nl2bash",
    about="English sentences and Bash commands by experts, without checks",
    licence="MIT",
    citation="Lin, Wang, Zettlemoyer, Ernst: NL2Bash: A Corpus and Semantic Parser for Natural Language "
    "Interface to the Linux Operating System. LREC 2018. arXiv:1802.08979",
    home="https://github.com/TellinaTool/nl2bash",
    languages=("en",),
    variants=with_grouped(
        {
            "all": "every pair of the release",
            "filtered": "the 9,305 pairs that the paper keeps",
            "train": "the paper's 8,090 training pairs",
            "dev": "the paper's 609 pairs to tune with",
            "test": "the paper's 606 test pairs",
        }
    ),
    files=(
        ReleasedFile(
            _INTENTS,
            on_github(_REPOSITORY, _COMMIT, "data/bash/all.nl"),
            _SHA256[_INTENTS],
            1_032_340,
        ),
        ReleasedFile(
            _COMMANDS,
            on_github(_REPOSITORY, _COMMIT, "data/bash/all.cm"),
            _SHA256[_COMMANDS],
            575_091,
        ),
    ),
    needs=lambda _variant, _language: (_INTENTS, _COMMANDS),
    read=_read,
)
