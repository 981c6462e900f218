"""Errors of a project."""

from __future__ import annotations

from asmeant.authoring.project.records import Draft, Item
from asmeant.errors import AsmeantError, UsageError


class NotAllowedError(UsageError):
    """The person may not do this: it belongs to another, was not assigned, or needs a higher role."""


class ConflictError(AsmeantError):
    """Someone saved another text since this one was read. Nothing is lost: both texts are here.

    `stored` is what the project holds now, `attempted` what was to be saved. The history keeps both.
    """

    def __init__(self, stored: Item | Draft, attempted: Item | Draft) -> None:
        subject = f"Item '{stored.id}'" if isinstance(stored, Item) else f"The draft for item '{stored.item}'"
        super().__init__(
            f"{subject} was changed since it was read: its version is now {stored.version}, "
            f"and this text was based on version {attempted.version}. Compare the two texts, and save again."
        )
        self.stored, self.attempted = stored, attempted
