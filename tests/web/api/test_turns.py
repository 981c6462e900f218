"""Callers take turns, and a turn that is not taken goes to the next."""

from __future__ import annotations

import asyncio

from asmeant.web.api.turns import Turns


def test_a_caller_with_much_to_do_does_not_keep_others_waiting() -> None:
    async def order() -> list[str]:
        turns = Turns(1)
        done: list[str] = []

        async def work(caller: str) -> None:
            await turns.take(caller)
            done.append(caller)
            await asyncio.sleep(0)
            turns.give_back()

        await asyncio.gather(*(work("ada") for _ in range(6)), work("bob"), work("eve"), work("bob"))
        return done

    assert asyncio.run(order()) == ["ada", "ada", "bob", "eve", "ada", "bob", "ada", "ada", "ada"]


def test_turns_are_not_lost() -> None:
    async def run() -> None:
        turns = Turns(1)
        await turns.take("ada")
        waiting = [asyncio.create_task(turns.take(name)) for name in ("bob", "bob", "eve")]
        await asyncio.sleep(0)
        waiting[0].cancel()
        turns.give_back()  # bob's first is cancelled before it knows: the next one goes on
        await asyncio.wait_for(asyncio.wait(waiting[1:], return_when=asyncio.FIRST_COMPLETED), 1)
        turns.give_back()
        await asyncio.wait_for(asyncio.gather(*waiting[1:]), 1)
        turns.give_back()
        await asyncio.wait_for(turns.take("ada"), 1)
        late = asyncio.create_task(turns.take("bob"))
        await asyncio.sleep(0)
        turns.give_back()
        late.cancel()  # it was bob's turn already
        await asyncio.gather(late, return_exceptions=True)
        await asyncio.wait_for(turns.take("eve"), 1)

    asyncio.run(run())
