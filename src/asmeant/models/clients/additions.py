"""`drop=`, `effort=`, `body.NAME=`, `header.NAME=` -> Additions: fields and headers to add or leave out.

Secret headers are read from the environment when they are used, as runs store specs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import msgspec

from asmeant.errors import ModelError, UsageError
from asmeant.records import read_json

# Fields that may be left out, with the command-line option that sets them.
DROPPABLE = {
    "temperature": "--temperature",
    "top_p": "--top-p",
    "max_tokens": "--max-tokens",
    "stop": "--stop",
    "seed": "--seed",
    "n": "--samples",
    "logprobs": "",
}
_OURS = {
    **DROPPABLE,
    "max_completion_tokens": "--max-tokens",
    "model": "",
    "messages": "",
    "prompt": "--prompt",
}
_ENVIRONMENT = "env:"
_HEADER = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_SECRET = re.compile(r"auth|key|token|secret|cookie|passw|credential", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Additions:
    """`dropped` are fields that are never sent, `fields` are additional fields of the body."""

    dropped: frozenset[str] = frozenset()
    fields: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def header_values(self, environment: Mapping[str, str]) -> dict[str, str]:
        """The headers as they are sent."""
        return {name: _header_value(name, text, environment) for name, text in self.headers.items()}

    def secrets(self, environment: Mapping[str, str]) -> list[str]:
        """Values from the environment, which messages must not show."""
        named = [text.removeprefix(_ENVIRONMENT) for text in self.headers.values() if _is_named(text)]
        return [value for name in named if (value := environment.get(name, "").strip())]


def is_addition(option: str) -> bool:
    return option in ("drop", "effort") or option.startswith(("body.", "header."))


def read_additions(options: Mapping[str, str]) -> Additions:
    fields = {"reasoning_effort": _read_effort(options["effort"])} if "effort" in options else {}
    headers: dict[str, str] = {}
    for option, text in options.items():
        place, _, name = option.partition(".")
        if place == "body":
            fields[_body_name(name)] = _read_value(text)
        elif place == "header":
            headers[name] = _read_header(name, text)
    return Additions(_read_dropped(options.get("drop", "")), fields, headers)


def _read_dropped(text: str) -> frozenset[str]:
    names = {name.strip() for name in text.split(",") if name.strip()}
    for name in sorted(names - DROPPABLE.keys()):
        raise UsageError(
            f"The field '{name}' cannot be dropped. Those that can: {', '.join(DROPPABLE)}. "
            f"For example: openai:NAME@URL?drop=temperature,top_p"
        )
    return frozenset(names)


def _read_effort(text: str) -> str:
    if not text.isalpha():
        raise UsageError(
            f"The reasoning effort is a word that the server knows, such as low, medium or high, but "
            f"'{text}' was found. Use: openai:NAME@URL?effort=low"
        )
    return text


def _body_name(name: str) -> str:
    if not name:
        raise UsageError("After 'body.' comes the name of a field. Use: openai:NAME@URL?body.top_k=20")
    if name == "stream":
        raise UsageError("Answers are read whole, so body.stream cannot be given. Leave it out.")
    if name in _OURS:
        option = f"Set it with {_OURS[name]}." if _OURS[name] else "Leave it out."
        raise UsageError(
            f"asmeant writes the field '{name}' itself, so body.{name} cannot be given. {option}"
        )
    return name


def _read_value(text: str) -> Any:
    """The value if the text is JSON (20, true, {"a": 1}), else the text."""
    try:
        return read_json(text)
    except msgspec.DecodeError:
        return text


def _is_named(text: str) -> bool:
    return text.startswith(_ENVIRONMENT)


def _read_header(name: str, text: str) -> str:
    if not _HEADER.fullmatch(name):
        raise UsageError(
            "After 'header.' comes the name of a header. Use: openai:NAME@URL?header.X-Title=mine"
        )
    if _SECRET.search(name) and not _is_named(text):
        raise UsageError(
            f"The header '{name}' mostly holds a secret, which every run would write down. Put the value "
            f"into an environment variable and name that: header.{name}=env:VARIABLE"
        )
    return text


def _header_value(name: str, text: str, environment: Mapping[str, str]) -> str:
    variable = text.removeprefix(_ENVIRONMENT) if _is_named(text) else ""
    value = environment.get(variable, "").strip() if variable else text
    if variable and not value:
        raise ModelError(
            f"The header '{name}' is read from the environment variable {variable}, which is not set. "
            f"Set it: export {variable}=..."
        )
    # httpx would show an invalid value in its error message.
    if not (value.isascii() and value.isprintable()):
        raise ModelError(
            f"The value of the header '{name}' has letters that no header can have. Set it again."
        )
    return value
