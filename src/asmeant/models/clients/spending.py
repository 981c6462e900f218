"""Usage -> whether the budget allows another call. Pure: nothing here is sent.

A call starts only if it fits at its worst: a prompt has no more tokens than bytes, and a reply no more than
`max_tokens`. So a budget is never exceeded, and what is in flight when it is used up still arrives.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol, runtime_checkable

from asmeant.errors import BudgetError, UsageError
from asmeant.models.clients.address import Price
from asmeant.models.clients.reply_cache import ReplyCache
from asmeant.records import Reply, Request, Sampling, Usage

# What a server puts around each message of a chat.
TOKENS_AROUND_A_MESSAGE = 32


@dataclass(frozen=True, slots=True)
class Budget:
    """What a run may use in all: tokens read and written, and money by the price of the model. None: any."""

    tokens: int | None = None
    money: float | None = None

    @property
    def is_limited(self) -> bool:
        return self.tokens is not None or self.money is not None


@runtime_checkable
class Spends(Protocol):
    """A client whose replies cost tokens and money."""

    def set_budget(self, budget: Budget, earlier: Iterable[Usage]) -> None:
        """Replies may use this much, together with what was used `earlier`."""
        ...

    def set_cache(self, cache: ReplyCache) -> None:
        """Replies are looked up there before they are asked for, and kept there."""
        ...


@dataclass(slots=True)
class _Sum:
    tokens: int = 0
    money: float = 0.0

    def add(self, prompt_tokens: int, reply_tokens: int, money: float, sign: int = 1) -> None:
        self.tokens += sign * (prompt_tokens + reply_tokens)
        self.money += sign * money


class Account:
    """What was used of a budget, and what calls in flight may still use."""

    def __init__(self, budget: Budget, price: Price | None, earlier: Iterable[Usage] = ()) -> None:
        if budget.money is not None and price is None:
            raise UsageError(
                "A budget in money needs the price of the model. Say what a million tokens cost, read / "
                "written: openai:NAME@URL?price=0.15/0.60"
            )
        self._budget = budget
        self._price = price or Price(0, 0)
        self._used, self._reserved = _Sum(), _Sum()
        self._refusal = ""
        if budget.is_limited:
            for usage in earlier:
                self._add(usage)

    def reserve(self, call: Request, sampling: Sampling) -> bool:
        """Whether the call may start."""
        if not self._budget.is_limited:
            return True
        if self._refusal == _UNREPORTED:
            return False
        prompt, reply = _most_tokens(call, sampling)
        cost = self._price.of(prompt, reply)
        self._refusal = self._why_not(prompt + reply, cost)
        if self._refusal:
            return False
        self._reserved.add(prompt, reply, cost)
        return True

    def settle(self, call: Request, sampling: Sampling, replies: Sequence[Reply]) -> None:
        """The call has ended: what it used takes the place of what was reserved for it."""
        if not self._budget.is_limited:
            return
        prompt, reply = _most_tokens(call, sampling)
        self._reserved.add(prompt, reply, self._price.of(prompt, reply), sign=-1)
        usages = [reply.usage for reply in replies if reply.usage is not None]
        if replies and not any(usage.prompt_tokens + usage.reply_tokens for usage in usages):
            self._refusal = _UNREPORTED
        for usage in usages:
            self._add(usage)

    def check(self) -> None:
        """Raises an error if the last call was not allowed to start."""
        if self._refusal:
            raise BudgetError(self._refusal)

    def _add(self, usage: Usage) -> None:
        if not usage.cached:
            read, written = usage.prompt_tokens, usage.reply_tokens
            cost = usage.cost if usage.cost is not None else self._price.of(read, written)
            self._used.add(read, written, cost)

    def _why_not(self, tokens: int, cost: float) -> str:
        used, reserved, budget = self._used, self._reserved, self._budget
        if budget.tokens is not None and used.tokens + reserved.tokens + tokens > budget.tokens:
            return (
                f"The budget of {budget.tokens:,} tokens does not allow another request: {used.tokens:,} "
                f"were used, and the next one may need {tokens:,}. To go on, give a larger one with "
                "--budget-tokens, or none."
            )
        if budget.money is not None and used.money + reserved.money + cost > budget.money:
            return (
                f"The budget of {budget.money:g} does not allow another request: {used.money:.6g} was "
                f"spent, and the next one may cost {cost:.6g}. To go on, give a larger one with "
                "--budget-money, or none."
            )
        return ""


_UNREPORTED = (
    "The server does not say how many tokens its replies use, so that no budget can be kept. "
    "Leave out --budget-tokens and --budget-money."
)


def _most_tokens(call: Request, sampling: Sampling) -> tuple[int, int]:
    """The most tokens that the prompt and the replies of a call can have."""
    prompt = len(call.prompt.text.encode()) + sum(
        len(message.content.encode()) + TOKENS_AROUND_A_MESSAGE for message in call.prompt.messages
    )
    return prompt, sampling.max_tokens * len(call.ranks)
