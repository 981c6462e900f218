"""Files -> Task. NL2Bash: English sentences and Bash commands, one pair a line; nothing runs."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from asmeant.datasets.release import Release, ReleasedFile, on_github, read_text_lines
from asmeant.errors import DataError
from asmeant.records import Task

_REPOSITORY = "TellinaTool/nl2bash"
_COMMIT = "d6b9f5bdff45621d190134e31ab63b7bf7002190"
_INTENTS = "nl2bash/all.nl"
_COMMANDS = "nl2bash/all.cm"


def _read(folder: Path, _variant: str, _language: str) -> Iterator[Task]:
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


NL2BASH = Release(
    name="nl2bash",
    about="English sentences and Bash commands by experts, without checks",
    licence="MIT",
    citation="Lin, Wang, Zettlemoyer, Ernst: NL2Bash: A Corpus and Semantic Parser for Natural Language "
    "Interface to the Linux Operating System. LREC 2018. arXiv:1802.08979",
    home="https://github.com/TellinaTool/nl2bash",
    languages=("en",),
    variants={},
    files=(
        ReleasedFile(
            _INTENTS,
            on_github(_REPOSITORY, _COMMIT, "data/bash/all.nl"),
            "1db0c529c350b463919624550b8f5882a97c42ad5051c7d49fbc496bc4e8b770",
            1_032_340,
        ),
        ReleasedFile(
            _COMMANDS,
            on_github(_REPOSITORY, _COMMIT, "data/bash/all.cm"),
            "3a72eaced7fa14a0938354cefc42b2dcafb2d47297102f1279086e18c3abe57e",
            575_091,
        ),
    ),
    needs=lambda _variant, _language: (_INTENTS, _COMMANDS),
    read=_read,
)
