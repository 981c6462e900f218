"""Budgets: never exceeded, and what is in flight still arrives."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from asmeant.errors import BudgetError, UsageError
from asmeant.models.clients.address import Price
from asmeant.models.clients.spending import Account, Budget
from asmeant.records import Message, Prompt, Reply, Request, Sampling, Usage
from tests.models.asking import Sleeper, ask, make_client, set_environment
from tests.models.faulty_server import FaultyServer

SAMPLING = Sampling(max_tokens=10)
CALL = Request("t", Prompt(messages=(Message("user", "hello"),)), (0,))
NEEDED = 5 + 32 + 10


def test_a_call_starts_only_if_it_fits_at_its_worst() -> None:
    account = Account(Budget(tokens=2 * NEEDED), None)
    assert account.reserve(CALL, SAMPLING)
    assert account.reserve(CALL, SAMPLING)
    assert not account.reserve(CALL, SAMPLING)
    account.settle(CALL, SAMPLING, [Reply("t", 0, "x", usage=Usage(3, 1))])
    # 4 were used and 47 are reserved: another 47 do not fit into 94.
    assert not account.reserve(CALL, SAMPLING)
    account.settle(CALL, SAMPLING, [Reply("t", 0, "x", usage=Usage(3, 1))])
    assert account.reserve(CALL, SAMPLING)


@settings(max_examples=40)
@given(
    st.integers(1, 600),
    st.lists(st.tuples(st.integers(1, 37), st.integers(0, 10), st.integers(0, 3)), max_size=40),
)
def test_no_order_of_calls_exceeds_a_budget(tokens: int, calls: list[tuple[int, int, int]]) -> None:
    account, in_flight, used = Account(Budget(tokens), None), [], 0
    for prompt, reply, to_settle in calls:
        if account.reserve(CALL, SAMPLING):
            in_flight.append(Usage(prompt, reply))
        for usage in in_flight[:to_settle]:
            account.settle(CALL, SAMPLING, [Reply("t", 0, "x", usage=usage)])
            used += usage.prompt_tokens + usage.reply_tokens
        del in_flight[:to_settle]
    assert used + sum(usage.prompt_tokens + usage.reply_tokens for usage in in_flight) <= tokens


def test_what_was_used_earlier_counts_and_what_was_cached_does_not() -> None:
    earlier = [Usage(100, 0), Usage(1000, 1000, cached=True)]
    assert Account(Budget(100 + NEEDED), None, earlier).reserve(CALL, SAMPLING)
    assert not Account(Budget(99 + NEEDED), None, earlier).reserve(CALL, SAMPLING)


def test_money_needs_a_price() -> None:
    with pytest.raises(UsageError, match="needs the price of the model"):
        Account(Budget(money=1.0), None)
    account = Account(Budget(money=1.0), Price(1e6, 0.0), [Usage(1, 0, cost=0.5)])
    assert not account.reserve(CALL, SAMPLING)
    with pytest.raises(
        BudgetError, match=r"The budget of 1 does not allow another request: 0\.5 was spent.*--budget-money"
    ):
        account.check()


# ── with a server ──────────────────────────────────────────────────────────────────────────────────


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)


def test_a_budget_stops_cleanly_and_the_rest_can_be_asked_for_later() -> None:
    ids = [f"t{number}" for number in range(30)]
    usages: list[Usage] = []
    answered: list[str] = []
    with FaultyServer(seconds=0.002) as server:

        def ask_within(tokens: int) -> None:
            client = make_client(server, Sleeper())
            client.set_budget(Budget(tokens), usages)
            for reply in client.replies(ask(*(id_ for id_ in ids if id_ not in answered)), SAMPLING):
                answered.append(reply.task_id)
                assert reply.usage is not None
                usages.append(reply.usage)

        with pytest.raises(BudgetError, match="The budget of 150 tokens does not allow another request"):
            ask_within(150)
        assert 5 < len(answered) < 30
        assert sum(usage.prompt_tokens + usage.reply_tokens for usage in usages) <= 150
        assert len(server.calls) == len(answered)
        ask_within(100_000)
    assert sorted(answered) == sorted(ids)
    assert len(server.calls) == 30


def test_a_reply_without_a_limit_cannot_have_a_budget() -> None:
    with FaultyServer() as server:
        client = make_client(server, Sleeper(), "?drop=max_tokens")
        client.set_budget(Budget(), ())
        with pytest.raises(UsageError, match="drop=max_tokens"):
            client.set_budget(Budget(10_000), ())


def test_a_server_that_reports_no_usage_cannot_have_a_budget() -> None:
    with FaultyServer(usage=False) as server:
        client = make_client(server, Sleeper(), "?requests=1")
        client.set_budget(Budget(10_000), ())
        replies = client.replies(ask("a", "b"), SAMPLING)
        assert next(replies).task_id == "a"
        with pytest.raises(BudgetError, match="does not say how many tokens"):
            list(replies)
