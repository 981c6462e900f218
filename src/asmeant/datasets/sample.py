"""Files -> Task. The sample: forty-eight small tasks that come with asmeant. A first run needs no data.

They were written for this project, and none is from a published benchmark: they show the forms of tasks, and
do not rank models. `sample_tasks/` has one tasks file for each intent language, so that people can review the
language they speak. Each has twelve tasks, in three groups with a blank line between:

    7  one check    before + a gap, two to four probes; the last one's gap is a body, the others an expression
    3  many checks  any function of any name, one check for each sensible reading of the intent
    2  bash         a starting file tree, and references whose outcome is expected

Five tasks are the same in all languages (tag `meaning`), so that languages can be compared; the others
differ. The tag `ease` separates tasks that a very small model can do (*easy*) from the rest (*moderate*), and
the tag `domain` says whether a library is needed (*open*) or not (*closed*). Functions in a scaffold are
called `f_101` rather than `reverse_string`, because an English name would translate a Russian intent.
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
    files=(),  # included in the package
    needs=lambda _variant, _language: (),
    read=_read,
)
