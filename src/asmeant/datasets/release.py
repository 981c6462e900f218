"""Files -> Task. A released dataset: its files, how to read them, its licence and citation.

A dataset is a declaration. `Release.read` turns the files of one language into tasks. The rest is the same
for all datasets: this module finds the folder and reports missing or broken files, and `download` fetches
files.
"""

from __future__ import annotations

import codecs
import gzip
import os
import re
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TypeVar

import msgspec

from asmeant.cache import cache_folder
from asmeant.errors import DataError, UnknownNameError, UsageError
from asmeant.records import Task, from_json

Row = TypeVar("Row")


@dataclass(frozen=True, slots=True)
class ReleasedFile:
    """One file of a release. `path` begins with the dataset's name: `odex/en_test.jsonl`.

    If no `sha256` is published, the checksum of the first download is stored and used from then on.
    """

    path: str
    url: str
    sha256: str | None = None
    bytes: int | None = None


@dataclass(frozen=True, slots=True)
class Release:
    """A published dataset. The first of `variants` is the default.

    For one variant and one language, `needs` returns the paths of the files and `read` the tasks.
    """

    name: str
    about: str
    licence: str
    citation: str
    home: str
    languages: tuple[str, ...]
    variants: Mapping[str, str]
    files: tuple[ReleasedFile, ...]
    needs: Callable[[str, str], tuple[str, ...]]
    read: Callable[[Path, str, str], Iterator[Task]]

    def load(self, data: Path | None, variant: str) -> Iterator[Task]:
        """All tasks, one language after the other, from the folder `data` or else from the default folder."""
        return chain.from_iterable(self.streams(data, variant, self.languages))

    def streams(self, data: Path | None, variant: str, languages: Sequence[str]) -> list[Iterator[Task]]:
        """The tasks of each language.

        A missing file raises an error immediately, a broken one when it is read.
        """
        folder = data_folder(data)
        variant = self.variant(variant)
        for language in languages:
            for path in self.needs(variant, language):
                if not (folder / path).is_file():
                    raise DataError(self._missing(folder, path, variant))
        return [self.read(folder, variant, language) for language in languages]

    def variant(self, name: str) -> str:
        """The name of the variant, checked; the default one if the name is empty."""
        if name and name not in self.variants:
            if not self.variants:
                raise UsageError(
                    f"{self.name} has no variants, so '{self.name}:{name}' is unknown. Use: {self.name}"
                )
            raise UnknownNameError(f"variant of {self.name}", name, self.variants, "asmeant list datasets")
        return name or next(iter(self.variants), "")

    def present(self, data: Path | None, variant: str) -> tuple[str, ...]:
        """The languages whose files exist."""
        folder = data_folder(data)
        variant = self.variant(variant)
        return tuple(
            language
            for language in self.languages
            if all((folder / path).is_file() for path in self.needs(variant, language))
        )

    def _missing(self, folder: Path, path: str, variant: str) -> str:
        present = self.present(folder, variant)
        alternative = f" Or leave that language out: --lang {','.join(present)}." if present else ""
        return (
            f"{path} is not in {folder}. Fetch it with: asmeant fetch {self.name}, "
            f"or point --data or ASMEANT_DATA at a folder that has it.{alternative}"
        )


def on_github(repository: str, commit: str, path: str) -> str:
    """The URL of a file at one commit."""
    return f"https://raw.githubusercontent.com/{repository}/{commit}/{path}"


# ── folders ────────────────────────────────────────────────────────────────────────────────────────


def data_folder(data: Path | None) -> Path:
    """The folder to read from: `data`, else ASMEANT_DATA, else the cache."""
    if data is not None:
        return data
    folder_name = os.environ.get("ASMEANT_DATA")
    return Path(folder_name).expanduser() if folder_name else download_folder()


def download_folder() -> Path:
    """The folder for downloads, in the cache."""
    return cache_folder("data")


# ── reading ────────────────────────────────────────────────────────────────────────────────────────


def read_objects(folder: Path, path: str, kind: type[Row]) -> Iterator[Row]:
    """The objects of a JSON Lines file, which may be gzipped."""
    has_rows = False
    for number, line in enumerate(_lines(folder, path), 1):
        if line := line.strip():
            try:
                yield from_json(kind, line)
            except msgspec.DecodeError as error:
                raise _broken(folder, path, f"line {number}: {error}") from error
            has_rows = True
    if not has_rows:
        raise _broken(folder, path, "it is empty")


def read_list(folder: Path, path: str, kind: type[Row]) -> list[Row]:
    """The objects of a JSON file that contains one list."""
    text = b"".join(_lines(folder, path))
    if not text.strip():
        raise _broken(folder, path, "it is empty")
    try:
        # mypy does not accept a type variable as a runtime value.
        rows: list[Row] = from_json(list[kind], text)  # type: ignore[valid-type]
    except msgspec.DecodeError as error:
        raise _broken(folder, path, _placed(text, str(error))) from error
    return rows


def read_text_lines(folder: Path, path: str) -> list[str]:
    """The lines of a text file, without their newlines."""
    lines = []
    for number, line in enumerate(_lines(folder, path), 1):
        try:
            lines.append(line.decode().rstrip("\r\n"))
        except UnicodeDecodeError as error:
            raise _broken(folder, path, f"line {number} is not UTF-8: {error}") from error
    return lines


def _lines(folder: Path, path: str) -> Iterator[bytes]:
    place = folder / path
    try:
        with gzip.open(place) if path.endswith(".gz") else place.open("rb") as file:
            first = file.readline()
            yield first.removeprefix(codecs.BOM_UTF8)
            yield from file
    except (EOFError, zlib.error, gzip.BadGzipFile) as error:
        raise _broken(folder, path, f"not a whole gzip file: {error}") from error
    except FileNotFoundError as error:
        raise DataError(
            f"{path} is not in {folder}. Fetch it with: asmeant fetch {path.partition('/')[0]}"
        ) from error
    except OSError as error:
        raise DataError(
            f"{place} cannot be read: {error.strerror or error}. Check its permissions and its disk."
        ) from error


def _placed(text: bytes, fault: str) -> str:
    """The fault with its line number, if the message has a byte position or is about truncated input."""
    place = re.search(r"\(byte (\d+)\)", fault)
    if place:
        return f"line {text[: int(place[1])].count(10) + 1}: {fault}"
    return f"line {text.rstrip().count(10) + 1}: {fault}" if "truncated" in fault else fault


def _broken(folder: Path, path: str, fault: str) -> DataError:
    name = path.partition("/")[0]
    return DataError(
        f"{folder / path} is broken: {fault.rstrip('.')}. "
        f"Replace it with a good copy, which this puts into the cache: asmeant fetch {name}"
    )
