# why: a future import stays in its program
# checks: loop
from __future__ import annotations
import typing
def double(x: Undefined | None) -> typing.Never: return 2 * x
assert double.__annotations__["x"] == "Undefined | None"
