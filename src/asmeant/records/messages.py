"""What passes through the seams: prompts, requests, replies, programs."""

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
    """What a language model is shown: messages for a chat, or one text to complete."""

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
    """What one reply took: tokens read and written, seconds, and money where a price is known.

    `cached`: the reply was in the reply cache, and nothing was paid for it this time.
    """

    prompt_tokens: int = 0
    reply_tokens: int = 0
    seconds: float = 0.0
    cost: float | None = None
    cached: bool = False


@dataclass(frozen=True, slots=True)
class Reply:
    """What a language model said. `truncated` when it ran into the token limit.

    `code_from` is not empty where the text is code already, which is not searched for code: it says where the
    text comes from. `sent` are the settings that a server was sent.
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
    """A candidate put together with its task, ready to run; and so the task's first reference.

    `preamble` is what the scaffold defines ahead of the entry: probes may use it, and it is no candidate's.
    """

    task_id: str
    rank: int
    code_language: str
    source: str
    checks: tuple[Check, ...]
    scaffold: Scaffold = Scaffold()
    preamble: str = ""
    reference: str = ""
