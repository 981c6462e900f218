"""Request -> JSON body, JSON response -> Reply, in the OpenAI protocol. Pure: nothing here is sent.

The usage of all replies adds up to the usage of the call: the first reply has the prompt tokens, and the
reply tokens and the seconds are split evenly.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

import msgspec

from asmeant.models.clients.address import Price
from asmeant.records import Form, Reply, Request, Sampling, Usage, from_json

MOST_CHOICES = 128
MOST_STOPS = 4
ENDPOINTS: dict[Form, str] = {"chat": "/chat/completions", "completion": "/completions"}


@dataclass(frozen=True, slots=True)
class Dialect:
    """The fields that are not sent to this server: dropped by the user, or rejected by the server before.

    `limit` is its name for the maximum number of tokens in a reply.
    """

    left_out: frozenset[str] = frozenset()
    limit: Literal["max_tokens", "max_completion_tokens"] = "max_tokens"

    def without(self, field: str) -> Dialect:
        return replace(self, left_out=self.left_out | {field})

    @property
    def most_choices(self) -> int:
        return 1 if "n" in self.left_out else MOST_CHOICES


def form_of(request: Request) -> Form:
    return "chat" if request.prompt.messages else "completion"


def write_body(
    model: str, request: Request, sampling: Sampling, dialect: Dialect, more: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """The body of a call. `more` holds fields that the user added."""
    body: dict[str, Any] = {"model": model}
    if form_of(request) == "chat":
        body["messages"] = [
            {"role": message.role, "content": message.content} for message in request.prompt.messages
        ]
        body["logprobs"] = True
    else:
        body["prompt"] = request.prompt.text
        body["logprobs"] = 1
    body["temperature"] = sampling.temperature
    # Some servers reject the two together, so top_p is sent only if it has an effect.
    if sampling.temperature > 0 and sampling.top_p < 1:
        body["top_p"] = sampling.top_p
    body["seed"] = derive_seed(sampling.seed, request.task_id, request.ranks[0])
    if len(request.ranks) > 1:
        body["n"] = len(request.ranks)
    if stops := stops_of(request, sampling)[:MOST_STOPS]:
        body["stop"] = stops
    body["max_tokens"] = sampling.max_tokens
    fields = {field: value for field, value in body.items() if field not in dialect.left_out}
    if "max_tokens" in fields:
        fields[dialect.limit] = fields.pop("max_tokens")
    return {**fields, **(more or {})}


def settings_of(body: Mapping[str, Any]) -> dict[str, Any]:
    """The body without the model and the prompt: the settings as they are sent."""
    return {name: value for name, value in body.items() if name not in ("model", "messages", "prompt")}


def stops_of(request: Request, sampling: Sampling) -> list[str]:
    return [stop for stop in dict.fromkeys((*request.prompt.stop, *sampling.stop)) if stop]


def derive_seed(seed: int, task_id: str, rank: int) -> int:
    """A seed for each call, so that tasks are sampled independently. The same on every machine."""
    digest = hashlib.blake2b(f"{seed}\0{task_id}\0{rank}".encode(), digest_size=4).digest()
    return int.from_bytes(digest, "big") >> 1


# ── the response ───────────────────────────────────────────────────────────────────────────────────


class MalformedError(Exception):
    """An invalid response: not JSON, or without choices."""


class _Message(msgspec.Struct):
    content: str | list[dict[str, Any]] | None = None


class _Choice(msgspec.Struct):
    index: int = 0
    message: _Message | None = None
    text: str | None = None
    finish_reason: str | None = None
    logprobs: Any = None


class _Usage(msgspec.Struct):
    prompt_tokens: int | None = None
    completion_tokens: int | None = None


class _Answer(msgspec.Struct):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    error: Any = None


def read_replies(
    content: bytes, request: Request, sampling: Sampling, seconds: float, price: Price | None
) -> tuple[Reply, ...]:
    """The replies in a response. Choices have no ids: they are assigned to the ranks in order."""
    try:
        answer = from_json(_Answer, content)
    except msgspec.DecodeError as error:
        raise MalformedError(f"its answer is malformed: {error}") from error
    choices = sorted(answer.choices or (), key=lambda choice: choice.index)[: len(request.ranks)]
    if not choices:
        raise MalformedError(
            f"its answer holds an error: {answer.error}" if answer.error else "its answer has no choices"
        )
    usages = _share(answer.usage or _Usage(), len(choices), seconds, price)
    stops = stops_of(request, sampling)
    # A server may send fewer choices than requested; the caller requests the rest again.
    return tuple(
        _read_choice(choice, request.task_id, rank, stops, usage)
        for choice, rank, usage in zip(choices, request.ranks, usages, strict=False)
    )


def _read_choice(choice: _Choice, task_id: str, rank: int, stops: Sequence[str], usage: Usage) -> Reply:
    if choice.message is None and choice.text is None:
        raise MalformedError("a choice in its answer has no message")
    whole = choice.text if choice.message is None else _text_of(choice.message)
    text = cut(whole or "", stops)
    was_cut = len(text) < len(whole or "")
    return Reply(
        task_id,
        rank,
        text,
        truncated=choice.finish_reason == "length" and not was_cut,
        log_probability=_log_probability(choice.logprobs, len(text) if was_cut else None),
        usage=usage,
    )


def _text_of(message: _Message) -> str | None:
    if isinstance(message.content, list):
        return "".join(str(item.get("text", "")) for item in message.content)
    return message.content


def cut(text: str, stops: Sequence[str]) -> str:
    """The text up to the first stop sequence, for stop sequences that the server does not apply."""
    return text[: min((position for stop in stops if (position := text.find(stop)) >= 0), default=len(text))]


def _log_probability(logprobs: Any, length: int | None) -> float | None:
    """The sum over the tokens that start within the first `length` characters of the text."""
    total, start, known = 0.0, 0, False
    for token, log_probability in _tokens(logprobs):
        if length is not None and start >= length:
            break
        start += len(token)
        if isinstance(log_probability, int | float):
            total, known = total + log_probability, True
    return total if known else None


def _tokens(logprobs: Any) -> Iterator[tuple[str, Any]]:
    """Chats and llama.cpp send `content: [{token, logprob}]`, completions send two parallel lists."""
    if not isinstance(logprobs, dict):
        return
    content, tokens, values = (logprobs.get(name) for name in ("content", "tokens", "token_logprobs"))
    if isinstance(content, list):
        for item in content:
            if isinstance(item, dict):
                yield str(item.get("token", "")), item.get("logprob")
    elif isinstance(tokens, list) and isinstance(values, list):
        yield from zip(map(str, tokens), values, strict=False)


def _share(usage: _Usage, count: int, seconds: float, price: Price | None) -> Iterator[Usage]:
    each, left = divmod(max(0, usage.completion_tokens or 0), count)
    for position in range(count):
        read = max(0, usage.prompt_tokens or 0) if position == 0 else 0
        written = each + (position < left)
        yield Usage(read, written, round(seconds / count, 3), price.of(read, written) if price else None)
