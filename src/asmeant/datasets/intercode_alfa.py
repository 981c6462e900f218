"""Files -> Task. InterCode-ALFA: English intents, two correct Bash commands each, and file trees to run in.

A tree is an archive that is unpacked at `/`. There is one for each file of tasks: `fs_2.json` and `fs_2.tgz`.
Its commands run at the time of its newest file: `find -mtime -1` finds the same today and tomorrow.
The release builds its trees inside containers, so they cannot be downloaded and are read from a local folder.
"""

from __future__ import annotations

import re
import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import msgspec

from asmeant.datasets.release import Release, read_list
from asmeant.errors import DataError
from asmeant.languages.bash.expecting import with_expectations
from asmeant.records import Check, Scaffold, Task

_FOLDER = "intercode-alfa"


class _Row(msgspec.Struct):
    query: str
    gold: str
    gold2: str
    difficulty: int = 0


def _read(folder: Path, variant: str, _language: str) -> Iterator[Task]:
    home = folder / _FOLDER
    numbers = sorted(int(match[1]) for path in home.glob("fs_*.json") if (match := _numbered(path)))
    selected = [number for number in numbers if variant in ("all", f"fs_{number}")]
    if not selected:
        name = "fs_N" if variant == "all" else variant
        raise DataError(
            f"{home} has no {name}.json. Put {name}.json (query, gold, gold2) and {name}.tgz (the tree "
            f"at /) there, or point --data or ASMEANT_DATA at a folder that has them."
        )
    for number in selected:
        tree = home / f"fs_{number}.tgz"
        if not tree.is_file():
            raise DataError(f"{tree} is not there: the commands of fs_{number}.json have no files to run on.")
        clock = _newest(tree)
        for row_number, row in enumerate(read_list(folder, f"{_FOLDER}/fs_{number}.json", _Row)):
            yield _task(f"{_FOLDER}/{number}/{row_number}", row, tree.resolve(), clock)


def _numbered(path: Path) -> re.Match[str] | None:
    return re.fullmatch(r"fs_(\d+)", path.stem)


def _newest(tree: Path) -> str:
    try:
        with tarfile.open(tree) as archive:
            newest = max((member.mtime for member in archive if member.isfile()), default=0)
    except (OSError, tarfile.TarError, EOFError) as error:
        raise DataError(f"The tree {tree} cannot be read: {error}. Copy it again.") from error
    return datetime.fromtimestamp(newest, UTC).isoformat() if newest else ""


def _task(task_id: str, row: _Row, tree: Path, clock: str) -> Task:
    outcomes = dict.fromkeys((row.gold, row.gold2))
    task = Task(
        id=task_id,
        intent=row.query,
        code_language="bash",
        references=(row.gold, row.gold2),
        checks=tuple(
            Check(name, same_outcome_as=command)
            for name, command in zip(("first", "second"), outcomes, strict=False)
        ),
        scaffold=Scaffold(tree=str(tree), clock=clock),
        tags={"tree": tree.stem, "difficulty": str(row.difficulty)},
    )
    return with_expectations(task)


INTERCODE_ALFA = Release(
    name="intercode-alfa",
    about="English intents, two right Bash commands each, and the trees they run in; from a local folder",
    licence="MIT",
    citation="Westenfelder, Hemberg, Moskal, O'Reilly, Chiricescu: LLM-Supported Natural Language to Bash "
    "Translation. NAACL 2025. arXiv:2502.06858",
    home="https://github.com/westenfelder/InterCode-ALFA",
    languages=("en",),
    variants={"all": "all available trees", **{f"fs_{n}": f"tree {n} only" for n in range(1, 6)}},
    files=(),
    needs=lambda _variant, _language: (),
    read=_read,
)
