"""Who is calling, and what they may do. Three roles, each with all that the ones before it have."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Role = Literal["look", "run", "write"]
ROLES: tuple[Role, ...] = ("look", "run", "write")
Means = Literal["nothing", "this machine", "session", "token"]


@dataclass(frozen=True, slots=True)
class Caller:
    """`means` is how they are known. Who is known by nothing has no role.

    `person` is who they are in a project of an author, if that is another name: a pseudonym.
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
