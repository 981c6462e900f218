"""A server's refusal -> a field to leave out, or an error in words. Pure: nothing here is sent.

Refusals of the whole session (a wrong key, no such model, a setting) end it; refusals of one task (its prompt
is too long) leave the others be. A setting on which the replies depend is left out only if the user says so.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from asmeant.errors import closest
from asmeant.models.clients.address import Address

# Without these the replies are as good: any complaint that names one is enough. Replies are cut at the stop
# sequences here, too.
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
    """What a server said when it said no. `field` is the one it complains about, where it tells."""

    status: int
    words: str
    field: str = ""
    code: str = ""

    @property
    def spent(self) -> bool:
        """A 429 that no waiting cures: the money is gone."""
        return self.status == 402 or self.code == "insufficient_quota"

    @property
    def too_long(self) -> bool:
        return self.status == 413 or bool(_TOO_LONG.search(f"{self.words} {self.code}"))

    @property
    def no_model(self) -> bool:
        return self.status == 404 or (self.status == 400 and bool(_NO_MODEL.search(self.words)))

    @property
    def of_session(self) -> bool:
        """Whether every other task would be refused alike."""
        return self.spent or self.no_model or self.status < 400 or self.status in (401, 403, 405)


def read_refusal(status: int, content: bytes, secrets: Iterable[str] = ()) -> Refusal:
    """The words in a server's answer, in any of the shapes that servers give them, without a key."""
    text = content.decode(errors="replace").strip()
    try:
        body = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
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
    """A server's words on one line, not too long, and without a key."""
    # Short stand-ins for a key ("none", "EMPTY") are no secret, and are words that a message may use.
    for secret in secrets:
        words = words.replace(secret, "[key]") if len(secret) >= 8 else words
    words = " ".join(words.split())
    return words if len(words) <= 300 else f"{words[:300]}…"


def is_harmless(field: str) -> bool:
    """Whether the replies are as good without the field."""
    return field in _HARMLESS


def wants_other_limit(refusal: Refusal, field: str) -> bool:
    """Whether the server knows the most tokens of a reply by the other name."""
    return field == "max_tokens" and bool(_UNKNOWN.search(f"{refusal.words} {refusal.code}"))


def refused_field(refusal: Refusal, sent: Collection[str], prompt: str = "") -> str | None:
    """The field that the server complains about. What stands in the prompt, too, may be quoted from there."""
    if refusal.too_long:
        return None
    broken = refusal.status >= 500 and bool(_UNKNOWN.search(refusal.words))
    if not broken and refusal.status not in (400, 403, 422):
        return None
    # A server that breaks may say anything: it is believed where that does no harm.
    fields = [field for field in sent if not broken or field in _HARMLESS]
    named = {field: _named_at(field, refusal, prompt) for field in fields}
    places = {field: place for field, place in named.items() if place is not None}
    return min(places, key=places.__getitem__, default=None)


def _named_at(field: str, refusal: Refusal, prompt: str) -> int | None:
    """Where a complaint names a field; what the server itself marks as the culprit comes first."""
    pattern = rf"\b({_OTHER_NAMES.get(field, re.escape(field))})\b"
    if re.fullmatch(pattern, refusal.field):
        return -1
    found = re.search(pattern, refusal.words)
    return found.start() if found and not re.search(pattern, prompt) else None


def explain_setting(refusal: Refusal, address: Address, field: str, value: object) -> str:
    """A setting that the server does not take: what to do instead of leaving it out in silence."""
    words = refusal.words or "nothing"
    what = f"The server at {address.host} refuses {field} {_shown(value)} (it said: {words})."
    if field in address.additions.fields:
        option = "effort" if field == "reasoning_effort" else f"body.{field}"
        return f"{what} Take {option}=... out of the model, or give it a value that the server takes."
    name = "max_tokens" if field == "max_completion_tokens" else field
    return (
        f"{what} Without it, the replies would not be drawn as the run says. Say {_ADVICE[name]}; or let the "
        f"server choose, with drop={name} in the model: openai:NAME@URL?drop={name}"
    )


_ADVICE = {
    "temperature": "--temperature with a value that it takes (mostly 1)",
    "top_p": "--top-p 1, which is not sent",
    "max_tokens": "--max-tokens with a value that it takes",
}


def _shown(value: object) -> str:
    return msgspec.json.encode(value).decode()


def explain(refusal: Refusal, address: Address, has_key: bool, models: Collection[str]) -> str:
    """What is wrong, what was found, what to do. `models` are those that the server says it has."""
    host, status, said = address.host, refusal.status, f"it said: {refusal.words or 'nothing'}"
    if status == 401:
        found = "the key in the environment is wrong" if has_key else "it was sent no key"
        return f"The server at {host} wants to know who asks, and {found}. Set ASMEANT_API_KEY."
    if status == 403:
        return f"The server at {host} forbids the use of '{address.model}' ({said}). Ask for access."
    if refusal.spent:
        return f"The account at {host} has no money left ({said}). Pay, or use another server."
    if status < 400:
        return f"The server at {host} has moved (status {status}). Put its new URL after '@'."
    if refusal.no_model:
        return _explain_no_model(address, models, said)
    if refusal.too_long:
        return (
            f"The prompt is longer than '{address.model}' can read ({said}). "
            f"Use fewer shots, or leave the task out."
        )
    return f"The server at {host} refused the request with status {status} ({said})."


def _explain_no_model(address: Address, models: Collection[str], said: str) -> str:
    if not models:
        return (
            f"The server at {address.host} found nothing at {address.url} for '{address.model}' ({said}). "
            f"Check the name, and the URL, which mostly ends in /v1."
        )
    if address.model in models:
        return (
            f"The server at {address.host} has '{address.model}', but not at this endpoint ({said}). "
            f"Choose the other with #completions or #chat."
        )
    close = closest(address.model, models)
    shown = sorted(models)
    names = ", ".join(shown[:20]) + (f" and {len(shown) - 20} more" if len(shown) > 20 else "")
    hint = f"Closest: '{close}'. " if close else ""
    return f"The server at {address.host} has no model called '{address.model}'. {hint}It has: {names}."


def model_names(content: bytes) -> list[str]:
    """The ids in the answer to GET /models; none where it is something else."""
    try:
        body: Any = msgspec.json.decode(content)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return []
    entries = body.get("data") if isinstance(body, Mapping) else None
    if not isinstance(entries, list):
        return []
    return [str(entry["id"]) for entry in entries if isinstance(entry, Mapping) and "id" in entry]
