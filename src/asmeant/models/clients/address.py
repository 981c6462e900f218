"""`NAME@URL,URL?options#endpoint` -> Address: the URLs of model servers, and the settings of their requests.

An API key is never part of a spec, as runs store specs. No message repeats a URL that might contain a key.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeVar
from urllib.parse import parse_qsl, urlsplit

import msgspec

from asmeant.errors import UsageError
from asmeant.models.clients.additions import Additions, is_addition, read_additions
from asmeant.records import Form

DEFAULT_URL = "https://api.openai.com/v1"
GRAMMAR = "openai:NAME@URL[,URL...]?requests=16&timeout=300&price=IN/OUT#completions"
NO_SCHEME = f"The URL of the model server must begin with http:// or https://. Use: {GRAMMAR}"
OPTIONS = ("requests", "timeout", "price", "drop", "effort", "body.NAME", "header.NAME")
_FORMS: Mapping[str, tuple[Form, ...]] = {
    "": ("chat", "completion"),
    "chat": ("chat",),
    "completions": ("completion",),
}


@dataclass(frozen=True, slots=True)
class Price:
    """The price of a million prompt tokens (`read`) and reply tokens (`written`)."""

    read: float
    written: float

    def of(self, prompt_tokens: int, reply_tokens: int) -> float:
        return (prompt_tokens * self.read + reply_tokens * self.written) / 1e6


@dataclass(frozen=True, slots=True)
class Address:
    """One model on one server, or on several that share the work (`others`).

    `requests` is the most that each server is sent at once. Each must be answered whole within
    `timeout_seconds`.
    """

    model: str
    url: str = DEFAULT_URL
    forms: tuple[Form, ...] = ("chat", "completion")
    requests: int = 16
    timeout_seconds: float = 300.0
    price: Price | None = None
    additions: Additions = field(default_factory=Additions)
    others: tuple[str, ...] = ()

    @property
    def servers(self) -> tuple[Address, ...]:
        """The address of each server by itself."""
        return tuple(replace(self, url=url, others=()) for url in (self.url, *self.others))

    @property
    def identity(self) -> bytes:
        """All of a server's address that may change its replies: replies are kept under it."""
        more = self.additions
        return msgspec.json.encode(
            [self.model, self.url, sorted(more.dropped), sorted(more.headers.items()), more.fields],
            order="sorted",
        )

    @property
    def host(self) -> str:
        return urlsplit(self.url).netloc

    @property
    def name(self) -> str:
        places = (url.partition("://")[2] for url in (self.url, *self.others))
        return f"{self.model}@{','.join(places)}"


def read_address(words: str) -> Address:
    spec = _split(words)
    if not spec.model:
        raise UsageError(f"The model 'openai' needs the name of a model. Use: {GRAMMAR}")
    if spec.endpoint not in _FORMS:
        raise UsageError(
            f"After '#' comes 'chat' or 'completions', but '{spec.endpoint}' was found. Use: {GRAMMAR}"
        )
    options = _read_options(spec.query)
    return Address(
        model=spec.model,
        url=spec.urls[0],
        others=spec.urls[1:],
        forms=_FORMS[spec.endpoint],
        requests=_read_option("requests", options.get("requests", "16"), _read_requests),
        timeout_seconds=_read_option("timeout", options.get("timeout", "300"), _read_seconds),
        price=_read_option("price", options["price"], _read_price) if "price" in options else None,
        additions=read_additions(options),
    )


@dataclass(frozen=True, slots=True)
class _SplitSpec:
    model: str
    urls: tuple[str, ...]
    query: str
    endpoint: str


def _split(words: str) -> _SplitSpec:
    match = re.search(r"@(?=https?://)", words)
    head, urls = (words[: match.start()], words[match.end() :]) if match else (words, "")
    if "@" in urls:
        raise UsageError(
            "The URL of the model server holds a name or a key before '@', which every run would write down. "
            "Take it out, and put the key into the environment variable ASMEANT_API_KEY."
        )
    rest, _, endpoint = (urls or head).partition("#")
    place, _, query = rest.partition("?")
    if urls:
        return _SplitSpec(head, _read_urls(place), query, endpoint)
    # `@cf/meta/llama` is a model's name; `llama@localhost:8000` lacks its scheme.
    if "@" in place[1:]:
        raise UsageError(NO_SCHEME)
    return _SplitSpec(place, (DEFAULT_URL,), query, endpoint)


def _read_urls(text: str) -> tuple[str, ...]:
    urls = tuple(_read_url(part.strip()) for part in text.split(","))
    for url in urls:
        if urls.count(url) > 1:
            raise UsageError(
                f"The model server {url.partition('://')[2]} is named twice. To send it more at once, say "
                f"requests=N: {GRAMMAR}"
            )
    return urls


def _read_url(text: str) -> str:
    if not text.startswith(("http://", "https://")):
        raise UsageError(NO_SCHEME)
    try:
        url = urlsplit(text)
        host, _ = url.hostname, url.port
    except ValueError as error:
        raise UsageError(f"The URL of the model server cannot be read: {error}. Use: {GRAMMAR}") from error
    if not host:
        raise UsageError(f"The URL of the model server has no host. Use: {GRAMMAR}")
    # Accept the URL of an endpoint, too: remove the path of the endpoint.
    path = re.sub(r"(/chat)?/completions$", "", url.path.rstrip("/"))
    return f"{url.scheme}://{url.netloc}{path}"


def _read_options(query: str) -> dict[str, str]:
    options = dict(parse_qsl(query, keep_blank_values=True))
    for name in sorted(options.keys() - set(OPTIONS)):
        if not is_addition(name):
            raise UsageError(
                f"No option of a model server is called '{name}'. Known: {', '.join(OPTIONS)}. "
                f"A key goes into the environment variable ASMEANT_API_KEY."
            )
    return options


Value = TypeVar("Value")


def _read_option(name: str, text: str, read: Callable[[str], Value]) -> Value:
    try:
        return read(text)
    except ValueError as error:
        raise UsageError(
            f"The model server's option {name}={text} is not valid: {error}. Use: {GRAMMAR}"
        ) from error


def _read_requests(text: str) -> int:
    if not (text.isascii() and text.isdigit() and 1 <= int(text) <= 1024):
        raise ValueError("it is a whole number from 1 to 1024")
    return int(text)


def _read_seconds(text: str) -> float:
    seconds = float(text)
    if not 0 < seconds <= 86_400:
        raise ValueError("it is a number of seconds, of a day at most")
    return seconds


def _read_price(text: str) -> Price:
    read, slash, written = text.partition("/")
    price = Price(float(read), float(written)) if slash else Price(-1, -1)
    if not (0 <= price.read < float("inf") and 0 <= price.written < float("inf")):
        raise ValueError("it is money for a million tokens read / written, as 0.15/0.60")
    return price
