"""Callers and their roles. Each of the three roles includes the ones before it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["look", "run", "write"]
ROLES: tuple[Role, ...] = ("look", "run", "write")
Means = Literal["nothing", "this machine", "session", "token"]


@dataclass(frozen=True, slots=True)
class Caller:
    """`means` is how they were identified. An unidentified caller has no role.

    `person` is their pseudonym in an authoring project, if it differs from their name.
    """

    name: str = ""
    role: Role | None = None
    means: Means = "nothing"
    person: str = ""

    def may(self, role: Role) -> bool:
        return self.role is not None and ROLES.index(self.role) >= ROLES.index(role)

    @property
    def is_known(self) -> bool:
        return self.role is not None


NOBODY = Caller()
LOCAL = Caller("local", "write", "this machine")
