"""The messages between the parts: prompts, requests, replies and programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from asmeant.records.tasks import Check, Scaffold


@dataclass(frozen=True, slots=True)
class Message:
    role: Literal["system", "user", "assistant"]
    content: str


@dataclass(frozen=True, slots=True)
class Prompt:
    """The input of a language model: messages of a chat, or a text to complete."""

    messages: tuple[Message, ...] = ()
    text: str = ""
    stop: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Request:
    """A prompt, and the ranks of the replies that are still missing."""

    task_id: str
    prompt: Prompt
    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Usage:
    """The cost of one reply: tokens read and written, seconds, and money if the price is known.

    `cached`: the reply came from the reply cache, and nothing was paid for it this time.
    """

    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """The reply of a language model. `truncated`: it reached the token limit.

    If the text is code already, nothing is extracted from it, and `code_from` says where it comes from.
    `sent` holds the settings that were sent to the server.
    """

    task_id: str
    rank: int
    text: str
    truncated: bool = False
    log_probability: float | None = None
    usage: Usage | None = None
    code_from: str = ""
    sent: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Program:
    """A candidate in the scaffold of its task, ready to run. `reference` is the first reference, likewise.

    `preamble` holds the definitions of the scaffold above the entry. Probes may use them; they are not part
    of the candidate.
    """

    task_id: str
    rank: int
    code_language: str
    source: str
    checks: tuple[Check, ...]
    scaffold: Scaffold = Scaffold()
    preamble: str = ""
    reference: str = ""
