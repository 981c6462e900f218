"""Orders -> texts, by a language model behind a client: `recorded:FILE`, `embedded`, `openai:NAME@URL`."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from asmeant import plugins
from asmeant.errors import UnknownNameError, UsageError
from asmeant.models import split_spec
from asmeant.records import Message, Prompt, Request, Sampling
from asmeant.seams import Client, ClientFactory

LISTING = "asmeant list models"
SAMPLING = Sampling(count=1, temperature=0.0, max_tokens=400)


@dataclass(frozen=True, slots=True)
class Order:
    """A request to a model. Replies are joined by `id`, so recordings use it as their `task_id`."""

    id: str
    text: str


def load_client(spec: str) -> Client:
    """The language model for a spec `NAME[:WORDS]`."""
    name, words = split_spec(spec)
    clients = plugins.names("client")
    if name in plugins.names("model") and name not in clients:
        raise UsageError(
            f"The model '{name}' writes code, not descriptions. Name a language model: {', '.join(clients)}."
        )
    if name not in clients:
        raise UnknownNameError("language model", name, clients, LISTING)
    make_client: ClientFactory = plugins.load("client", name, LISTING)
    return make_client(words)


def ask(client: Client, orders: Iterable[Order], sampling: Sampling = SAMPLING) -> Mapping[str, str]:
    """The texts by the ids of their orders. A reply without text is an empty text."""
    return dict(_replies(client, list(orders), sampling))


def _replies(client: Client, orders: list[Order], sampling: Sampling) -> Iterator[tuple[str, str]]:
    requests = (Request(order.id, _prompt(order.text, client), (0,)) for order in orders)
    if orders:
        for reply in client.replies(requests, sampling):
            yield reply.task_id, reply.text.strip()


def _prompt(order: str, client: Client) -> Prompt:
    if client.form == "chat":
        return Prompt(messages=(Message("user", order),))
    return Prompt(text=f"{order}\n\nAnswer:\n", stop=("\n\n",))


_FENCE = re.compile(r"^```[^\n]*\n(.*?)(?:\n```.*)?$", re.DOTALL)
LONGEST_LABEL = 80
_QUOTES = {'"': '"', "“": "”", "«": "»", "「": "」"}


def description_of(reply: str) -> str:
    """The description in a reply: without fences, an introductory line, and surrounding quotes."""
    fenced = _FENCE.match(reply.strip())
    text = (fenced[1] if fenced else reply).strip()
    first, _, rest = text.partition("\n")
    if rest.strip() and len(first) <= LONGEST_LABEL and first.rstrip("* ").endswith((":", "：")):
        text = rest.strip()
    text = " ".join(text.split("\n\n")[0].split()).strip("* ")
    while len(text) > 1 and _QUOTES.get(text[0]) == text[-1] and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    return text
