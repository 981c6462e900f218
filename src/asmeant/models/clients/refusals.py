"""Error response of a server -> a field to leave out, or an error message. Pure: nothing here is sent.

Some refusals end the session: a wrong key, an unknown model, an unsupported setting. Others concern one task,
such as a prompt that is too long. A setting that influences the replies is left out only if the user asks for
it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from asmeant.errors import closest
from asmeant.models.clients.address import Address
from asmeant.records import read_json

# Fields that do not influence the replies: they are left out if an error names them. Stop sequences are also
# applied on our side.
_HARMLESS = ("logprobs", "seed", "n", "stop")
_UNKNOWN = re.compile(
    r"unsupported|(not|n't) (be )?(support|permit|allow|available|implement|accept)"
    r"|unrecogni[sz]ed|unknown|unexpected|extra (input|field)|max_completion_tokens",
    re.IGNORECASE,
)
_OTHER_NAMES = {
    "logprobs": r"(top_)?logprobs|(?i:log[ -]?probabilit(y|ies))",
    "n": r"n|n_cmpl|n_choices|multiple (choices|completions)",
    "max_completion_tokens": r"max_(completion_|output_|new_)?tokens",
}
_TOO_LONG = re.compile(
    r"context[ _](length|window|size)|prompt is too long|too many tokens|input length", re.IGNORECASE
)
_NO_MODEL = re.compile(
    r"model\b.*\b(not found|does not exist|not a valid|unknown)"
    r"|(unknown|invalid|no such|not a valid) model",
    re.IGNORECASE | re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Refusal:
    """The error response of a server. `field` is the rejected field, if the server names it."""

    status: int
    words: str
    field: str = ""
    code: str = ""

    @property
    def spent(self) -> bool:
        """Whether the account has no credit left: waiting does not help."""
        return self.status == 402 or self.code == "insufficient_quota"

    @property
    def too_long(self) -> bool:
        return self.status == 413 or bool(_TOO_LONG.search(f"{self.words} {self.code}"))

    @property
    def no_model(self) -> bool:
        return self.status == 404 or (self.status == 400 and bool(_NO_MODEL.search(self.words)))

    @property
    def of_session(self) -> bool:
        """Whether all other tasks would be refused, too."""
        return self.spent or self.no_model or self.status < 400 or self.status in (401, 403, 405)


def read_refusal(status: int, content: bytes, secrets: Iterable[str] = ()) -> Refusal:
    """Read the message in a server's error response, in any of the usual formats. Keys are removed."""
    text = content.decode(errors="replace").strip()
    try:
        body = read_json(content)
    except msgspec.DecodeError:
        body = None
    error = body.get("error", body) if isinstance(body, dict) else body
    words, field, code = text, "", ""
    if isinstance(error, dict):
        words = next(
            (error[key] for key in ("message", "error", "msg") if isinstance(error.get(key), str)), text
        )
        field, code = str(error.get("param") or ""), str(error.get("code") or "")
    elif isinstance(error, str):
        words = error
    return Refusal(status, quote(words, secrets), field, code)


def quote(words: str, secrets: Iterable[str]) -> str:
    """A server's message on one line, shortened, and without keys."""
    # Short placeholders for a key ("none", "EMPTY") are not secret, and may be ordinary words of a message.
    for secret in secrets:
        words = words.replace(secret, "[key]") if len(secret) >= 8 else words
    words = " ".join(words.split())
    return words if len(words) <= 300 else f"{words[:300]}…"


def is_harmless(field: str) -> bool:
    """Whether the field does not influence the replies."""
    return field in _HARMLESS


def wants_other_limit(refusal: Refusal, field: str) -> bool:
    """Whether the server expects `max_completion_tokens` instead of `max_tokens`."""
    return field == "max_tokens" and bool(_UNKNOWN.search(f"{refusal.words} {refusal.code}"))


def refused_field(refusal: Refusal, sent: Collection[str], prompt: str = "") -> str | None:
    """The field that the server rejects. A name that is in the prompt is ignored: it may be a quotation."""
    if refusal.too_long:
        return None
    broken = refusal.status >= 500 and bool(_UNKNOWN.search(refusal.words))
    if not broken and refusal.status not in (400, 403, 422):
        return None
    # The message of an internal server error may be wrong: only harmless fields are left out because of it.
    fields = [field for field in sent if not broken or field in _HARMLESS]
    positions = {field: _named_at(field, refusal, prompt) for field in fields}
    named_positions = {field: position for field, position in positions.items() if position is not None}
    return min(named_positions, key=named_positions.__getitem__, default=None)


def _named_at(field: str, refusal: Refusal, prompt: str) -> int | None:
    """The position at which the message names a field; -1 if the server marks it as the rejected one."""
    pattern = rf"\b({_OTHER_NAMES.get(field, re.escape(field))})\b"
    if re.fullmatch(pattern, refusal.field):
        return -1
    match = re.search(pattern, refusal.words)
    return match.start() if match and not re.search(pattern, prompt) else None


def explain_setting(refusal: Refusal, address: Address, field: str, value: object) -> str:
    """The message for a setting that the server does not accept, with advice."""
    words = refusal.words or "nothing"
    message = f"The server at {address.host} refuses {field} {_shown(value)} (it said: {words})."
    if field in address.additions.fields:
        option = "effort" if field == "reasoning_effort" else f"body.{field}"
        return f"{message} Take {option}=... out of the model, or give it a value that the server takes."
    name = "max_tokens" if field == "max_completion_tokens" else field
    return (
        f"{message} Without it, the replies would not be drawn as the run says. Say {_ADVICE[name]}; or let "
        f"the server choose, with drop={name} in the model: openai:NAME@URL?drop={name}"
    )


_ADVICE = {
    "temperature": "--temperature with a value that it takes (mostly 1)",
    "top_p": "--top-p 1, which is not sent",
    "max_tokens": "--max-tokens with a value that it takes",
}


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def explain(refusal: Refusal, address: Address, has_key: bool, models: Collection[str]) -> str:
    """The message for a refusal, with advice. `models` are the names of the server's models."""
    host, status, quoted = address.host, refusal.status, f"it said: {refusal.words or 'nothing'}"
    if status == 401:
        key_problem = "the key in the environment is wrong" if has_key else "it was sent no key"
        return f"The server at {host} requires a key, and {key_problem}. Set ASMEANT_API_KEY."
    if status == 403:
        return f"The server at {host} forbids the use of '{address.model}' ({quoted}). Ask for access."
    if refusal.spent:
        return f"The account at {host} has no money left ({quoted}). Pay, or use another server."
    if status < 400:
        return f"The server at {host} has moved (status {status}). Put its new URL after '@'."
    if refusal.no_model:
        return _explain_no_model(address, models, quoted)
    if refusal.too_long:
        return (
            f"The prompt is longer than '{address.model}' can read ({quoted}). "
            f"Use fewer shots, or leave the task out."
        )
    return f"The server at {host} refused the request with status {status} ({quoted})."


def _explain_no_model(address: Address, models: Collection[str], quoted: str) -> str:
    if not models:
        return (
            f"The server at {address.host} found nothing at {address.url} for '{address.model}' ({quoted}). "
            f"Check the name, and the URL, which mostly ends in /v1."
        )
    if address.model in models:
        return (
            f"The server at {address.host} has '{address.model}', but not at this endpoint ({quoted}). "
            f"Choose the other with #completions or #chat."
        )
    close = closest(address.model, models)
    shown = sorted(models)
    names = ", ".join(shown[:20]) + (f" and {len(shown) - 20} more" if len(shown) > 20 else "")
    hint = f"Closest: '{close}'. " if close else ""
    return f"The server at {address.host} has no model called '{address.model}'. {hint}It has: {names}."


def model_names(content: bytes) -> list[str]:
    """The ids in the response to GET /models; none if it has another format."""
    try:
        body: Any = read_json(content)
    except msgspec.DecodeError:
        return []
    entries = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(entries, list):
        return []
    return [str(entry["id"]) for entry in entries if isinstance(entry, Mapping) and "id" in entry]
