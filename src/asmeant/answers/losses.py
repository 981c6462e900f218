"""What a command did in a view -> the danger in it, whatever its text looks like. Pure."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from typing import TYPE_CHECKING

from asmeant.languages.bash.danger import Danger

if TYPE_CHECKING:
    from asmeant.execution.shell.changes import Change


def loss(changes: Iterable[Change], command: str) -> Danger | None:
    """The danger of a command that deletes what is there, or writes over it. None where nothing is lost."""
    deleted = overwritten = 0
    for change in changes:
        deleted += change.what == ("deleted",)
        overwritten += _is_overwritten(change)
    verbs = [
        f"{verb} {count:,}" for verb, count in (("deletes", deleted), ("overwrites", overwritten)) if count
    ]
    if not verbs:
        return None
    paths = "file or directory that exists" if deleted + overwritten == 1 else "existing files or directories"
    return Danger("destroys", 0, len(command), f"{' and '.join(verbs)} {paths}")


def _is_overwritten(change: Change) -> bool:
    """Whether the old content is gone. It is not where something was added to its end."""
    before, after = change.before, change.after
    if before is None or after is None or not {"content", "type", "target"} & set(change.what):
        return False
    begins = (after.content or b"")[: before.size]
    is_longer = after.content is not None and len(begins) == before.size
    return not (is_longer and hashlib.blake2b(begins, digest_size=16).hexdigest() == before.digest)
