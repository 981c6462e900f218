"""The tags that a user gives to a run, in a file of its folder."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from asmeant.records import from_json
from asmeant.runs import RunFolder

TAGS = "tags.json"
MOST_TAGS, LONGEST_TAG = 20, 40


def read_tags(path: Path) -> tuple[str, ...]:
    """The tags of a run; none if the file is missing or invalid."""
    try:
        return tuple(from_json(list[str], (path / TAGS).read_bytes()))
    except (OSError, msgspec.DecodeError):
        return ()


def write_tags(files: RunFolder, tags: Iterable[str]) -> tuple[str, ...]:
    """Writes the tags, stripped and without duplicates, and returns them."""
    words = (" ".join(tag.split())[:LONGEST_TAG] for tag in tags)
    unique_tags = tuple(dict.fromkeys(word for word in words if word))[:MOST_TAGS]
    files.write_file(TAGS, msgspec.json.encode(unique_tags) + b"\n")
    return unique_tags
