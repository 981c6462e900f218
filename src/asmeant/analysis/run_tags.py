"""The tags of a run: what a person calls it, in a file of its folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from asmeant.records import from_json
from asmeant.runs import RunFolder

TAGS = "tags.json"
MOST_TAGS, LONGEST_TAG = 20, 40


def read_tags(path: Path) -> tuple[str, ...]:
    """What a person calls a run; none where the file is missing or not ours."""
    try:
        return tuple(from_json(list[str], (path / TAGS).read_bytes()))
    except (OSError, msgspec.DecodeError):
        return ()


def write_tags(files: RunFolder, tags: Iterable[str]) -> tuple[str, ...]:
    """The tags as they were written: without blanks around them, each once."""
    words = (" ".join(tag.split())[:LONGEST_TAG] for tag in tags)
    unique_tags = tuple(dict.fromkeys(word for word in words if word))[:MOST_TAGS]
    files.write_file(TAGS, msgspec.json.encode(unique_tags) + b"\n")
    return unique_tags
