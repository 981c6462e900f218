"""Files -> Task. The sample: forty-eight small tasks that come with asmeant: a first run needs no data.

Written for this project, and nothing in it is from a published benchmark: it shows the shapes, not a ranking.
`sample_tasks/` has one tasks file for each intent language, so that a person reviews the language they speak.
Each holds twelve tasks, in three groups with a blank line between:

    7  one check    before + a gap, two to four probes; the last one's gap is a body, the others an expression
    3  many checks  any function of any name, one check for each sensible reading of the intent
    2  bash         a starting file tree, and references whose outcome is to be met

Five tasks are the same in all languages (tag `meaning`), so that languages can be compared; the others
differ. Tag `ease` tells what a very small model can do (*easy*) from the rest (*moderate*), tag `domain`
whether a library is needed (*open*) or not (*closed*). Functions in a scaffold are called `f_101`, not
`reverse_string`: an English name would give the meaning of a Russian intent away.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from asmeant.datasets import tasks_file
from asmeant.datasets.release import Release
from asmeant.records import Task

FOLDER = Path(__file__).with_name("sample_tasks")


def _read(_folder: Path, _variant: str, language: str) -> Iterator[Task]:
    return tasks_file.read(FOLDER / f"{language}.jsonl")


SAMPLE = Release(
    name="sample",
    about="48 small tasks that come with asmeant: Python and Bash, intents in four languages",
    licence="Apache-2.0",
    citation="The asmeant authors: asmeant's sample tasks.",
    home="",
    languages=("en", "es", "ja", "ru"),
    variants={},
    files=(),  # they come with the package
    needs=lambda _variant, _language: (),
    read=_read,
)
