"""What a candidate's object says of itself -> whether it is asked at all, and what may be lent to it.

An operation on a remote object of the candidate's is only its word. Those that give a value to compare
are free; any other is asked for only where the task's reference needs it, too (`permissions`). While the
reference itself runs, every operation is allowed and written down.
"""

from __future__ import annotations

import sys
import types
from opcode import opmap
from typing import Any, List, Optional, Set, Tuple

from . import lending, messages
from .encoding import name_of, quoted, tagged
from .objects import CannotCrossError, Peer
from .stand_ins import CLAIMS, StandIn


class Believer(Peer):
    """The deciding end, as far as it decides whom to believe."""

    def __init__(self, reader: messages.Reader, permissions: Optional[List[str]]) -> None:
        super().__init__(reader, "p")
        self.permissions = permissions
        self.operations: Set[str] = set()
        self.refused = ""
        self.believed = False
        self.crossed = ""  # what could not cross
        self.unaskable = False  # for what a probe would send before it has heard anything
        self.heard_messages: List[bytes] = []

    def operate(self, stand_in: StandIn, operation: str, *parts: Any) -> Any:
        name = str(parts[0]) if operation in ("get", "set", "delete") else ""
        if name and not self.permits(f"{operation} {name}"):
            raise AttributeError(f"{stand_in!r} was not asked for {name!r}: no reference needs it")
        return self.ask(operation, stand_in, *parts)

    def claim(self, stand_in: StandIn, name: str, arguments: Tuple[Any, ...]) -> Any:
        if self.claims(name, stand_in):
            self.believed = True
            return self.ask("do", stand_in, name, arguments)
        if name in ("__bool__", "__contains__"):  # where Python takes anything for an answer
            raise TypeError(f"{stand_in!r} cannot vouch for itself")
        return NotImplemented

    def claims(self, name: str, stand_in: StandIn) -> bool:
        return name in CLAIMS and self.permits(f"{name} {object.__getattribute__(stand_in, '_kind')}")

    def may_swallow(self, error: BaseException) -> bool:
        """Whether an error may end a block in silence: what follows in the block is then never looked at."""
        if isinstance(error, AssertionError) or not isinstance(error, Exception):
            return False
        allowed = self.permits(f"swallow {name_of(type(error))}")
        self.believed = self.believed or (allowed and not is_raised_on_purpose(error))
        return allowed

    def class_claimed(self, stand_in: Any) -> Any:
        kind = object.__getattribute__(stand_in, "_kind")
        module, _, name = kind.rpartition(".")
        held = getattr(sys.modules.get(module), name, None)
        if isinstance(held, type) and self.permits(f"class {kind}"):
            return held
        return type(stand_in)

    def permits(self, operation: str) -> bool:
        if self.permissions is None:
            self.operations.add(operation)
            return True
        if operation not in self.permissions:
            self.refused = self.refused or operation
            return False
        return True

    # ── what is lent to the candidate ──────────────────────────────────────────────────────────────

    def refer(self, value: Any, depth: int) -> str:
        if isinstance(value, types.ModuleType):
            return tagged("module", quoted(value.__name__))
        name = lending.library_name(value)
        if name:
            return tagged("imported", quoted(name))
        if not lending.may_lend(value):
            self.crossed = self.crossed or name_of(type(value))
            self.unaskable = self.unaskable or not self.heard_messages
            raise CannotCrossError(f"{name_of(type(value))} can be neither copied nor lent")
        return super().refer(value, depth)

    def class_of(self, module: str, name: str) -> type:
        kind = super().class_of(module, name)
        if issubclass(AssertionError, kind) and kind is not object and not self.permits(f"class {name}"):
            raise ValueError(f"{name} would catch what a probe raises")
        return kind

    def check_allowed(self, operation: str, target: Any, rest: List[Any]) -> None:
        lending.check(operation, target, rest, self.replaces)

    def replaces(self, name: str) -> bool:
        """Whether a method of a class of the probes may become the candidate's: then its word decides."""
        allowed = self.permits(f"replace {name}")
        self.believed = self.believed or allowed
        return allowed


def is_raised_on_purpose(error: BaseException) -> bool:
    """Whether a line of the probes says `raise`: then it is no answer of the candidate's that led to it."""
    frame = error.__traceback__
    while frame is not None and frame.tb_next is not None:
        frame = frame.tb_next
    if frame is None or not frame.tb_frame.f_code.co_filename.startswith("<probe"):
        return False
    return frame.tb_frame.f_code.co_code[frame.tb_lasti] == opmap["RAISE_VARARGS"]
