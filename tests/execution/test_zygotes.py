from __future__ import annotations

import marshal

from asmeant.execution import zygotes


def test_the_guest_is_read_once_for_all_zygotes() -> None:
    codes = marshal.loads(zygotes.guest_codes())
    assert set(codes) == {f"guest.{path.stem}" for path in zygotes.GUEST.glob("*.py")} - {"guest.__init__"}
    assert zygotes.guest_codes() is zygotes.guest_codes()
