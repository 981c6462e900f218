"""A language -> the words of the interface: one catalogue (words.toml) for all pages."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from asmeant.tables import Cell, Table

LANGUAGES = {"en": "English", "es": "Español", "ja": "日本語", "ru": "Русский"}
DEFAULT = "en"


@cache
def catalogue() -> Mapping[str, Mapping[str, str]]:
    """Key -> language -> text. A key is the section and the name in it: `runs.title`."""
    sections = tomllib.loads(files(__package__).joinpath("words.toml").read_text("utf-8"))
    return {
        f"{section}.{name}": texts for section, entries in sections.items() for name, texts in entries.items()
    }


@dataclass(frozen=True, slots=True)
class Words:
    """The words of one language: `words("runs.count", count=3)`."""

    language: str = DEFAULT

    def __call__(self, key: str, **values: object) -> str:
        text = catalogue()[key][self.language]
        return text.format(**values) if values else text

    def of(self, section: str, name: str) -> str:
        """The word for a value of the data; the value itself if the catalogue has none."""
        texts = catalogue().get(f"{section}.{name}")
        return texts[self.language] if texts else name

    def table(self, table: Table) -> Table:
        """A table with its title and headings in this language, if they are in the catalogue."""
        rows = tuple((self._cell(row[0]), *row[1:]) for row in table.rows)
        columns = tuple(self.of("table", name) for name in table.columns)
        return replace(table, title=self.of("table", table.title), columns=columns, rows=rows)

    def _cell(self, cell: Cell) -> Cell:
        return self.of("table", cell) if isinstance(cell, str) else cell


def preferred(tags: Iterable[str]) -> str:
    """The first of these languages that the interface has. A tag is one such as `es-MX;q=0.8`."""
    for tag in tags:
        code = tag.strip().partition(";")[0].partition("-")[0].lower()
        if code in LANGUAGES:
            return code
    return DEFAULT
