"""Task -> Candidate. A language model behind a client, the references themselves, or your own plug-in.

`load_model` takes `NAME[:WORDS]`: `reference`, `recorded:replies.jsonl`, `openai:NAME@URL`.
"""

from __future__ import annotations

from collections.abc import Sequence

from asmeant import plugins
from asmeant.errors import UnknownNameError
from asmeant.models.prompted import Prompted, task_prompt
from asmeant.records import Prompting, Task
from asmeant.seams import ClientFactory, Model, ModelFactory

__all__ = ["Prompted", "load_model", "task_prompt"]

LISTING = "asmeant list models"


def load_model(spec: str, prompting: Prompting = Prompting(), examples: Sequence[Task] = ()) -> Model:
    """The model that `NAME[:WORDS]` stands for. A client's name gives that language model, prompted."""
    name, _, words = spec.partition(":")
    models, clients = plugins.names("model"), plugins.names("client")
    if name in models:
        make_model: ModelFactory = plugins.load("model", name, LISTING)
        return make_model(words)
    if name in clients:
        make_client: ClientFactory = plugins.load("client", name, LISTING)
        return Prompted(make_client(words), prompting, examples)
    raise UnknownNameError("model", name, {*models, *clients}, LISTING)
