"""The words of a candidate: of what it has answered, and of what it has written to its folder.

A text that is evaluated where it is decided may hold none of them, unless the probes use them, too: whoever
puts such a text together, and whatever becomes of it on the way, its names stay.
"""

from __future__ import annotations

import keyword
import re
from json import loads
from os import O_RDONLY, close, read, walk  # as they are, whatever a probe makes of them
from os import open as open_file
from os.path import getsize, isfile, join
from typing import Any, Iterator, List, Set

WORD = re.compile(r"\b[^\W\d]\w*")
# What goes beyond is not searched: then no text is evaluated at all.
MOST_BYTES = 8 << 20
MOST_FILES = 1000


class UnknownError(Exception):
    """There is too much of it."""


def words_of(text: str) -> Set[str]:
    return {word for word in WORD.findall(text) if not keyword.iskeyword(word)}


def crossed_words(messages: List[bytes], folder: str) -> Set[str]:
    """Of messages, and of the files in a folder, if there is one. UnknownError: there is too much of it."""
    if sum(map(len, messages)) > MOST_BYTES:
        raise UnknownError
    words: Set[str] = set()
    for message in messages:
        for text in texts_in(loads(message)):
            words |= words_of(text)
    for text in files_in(folder) if folder else ():
        words |= words_of(text)
    return words


def texts_in(tree: Any) -> Iterator[str]:
    """Every text in a message, and every one that its bytes spell."""
    waiting = [tree]
    while waiting:
        part = waiting.pop()
        if isinstance(part, str):
            yield part
        elif isinstance(part, list):
            waiting += part
        elif isinstance(part, dict):
            for kind, content in part.items():
                if isinstance(content, str) and kind in ("bytes", "bytearray", "memoryview"):
                    yield bytes.fromhex(content).decode("utf-8", "replace")
                waiting.append(content)


def files_in(folder: str) -> Iterator[str]:
    count = size = 0
    for place, _, names in walk(folder):
        for path in [join(place, name) for name in names]:
            if not isfile(path):
                continue
            count, size = count + 1, size + getsize(path)
            if count > MOST_FILES or size > MOST_BYTES:
                raise UnknownError
            file = open_file(path, O_RDONLY)
            try:
                yield read(file, MOST_BYTES).decode("utf-8", "replace")
            finally:
                close(file)
