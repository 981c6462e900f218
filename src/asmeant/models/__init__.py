"""Task -> Candidate. A language model behind a client, the references themselves, or your own plug-in.

`load_model` takes `NAME[:WORDS]`: `reference`, `recorded:replies.jsonl`, `openai:NAME@URL`.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from asmeant import plugins
from asmeant.errors import MistakenWordError, UnknownNameError
from asmeant.models.function import FunctionModel
from asmeant.models.prompted import Prompted, task_prompt
from asmeant.prompts import load_style
from asmeant.records import Prompting, Task
from asmeant.seams import ClientFactory, Model, ModelFactory

__all__ = ["FunctionModel", "Prompted", "load_model", "split_spec", "task_prompt"]

LISTING = "asmeant list models"


def load_model(spec: str, prompting: Prompting = Prompting(), examples: Sequence[Task] = ()) -> Model:
    """Load a model by its spec, `NAME[:WORDS]`.

    NAME is a model plug-in, or a client that reaches a language model.
    """
    if prompting.style:
        load_style(prompting.style)  # an unknown style is an error even if the model needs no prompt
    name, words = split_spec(spec)
    models, clients = plugins.names("model"), plugins.names("client")
    if name in models:
        make_model: ModelFactory = plugins.load("model", name, LISTING)
        return make_model(words)
    if name in clients:
        make_client: ClientFactory = plugins.load("client", name, LISTING)
        return Prompted(make_client(words), prompting, examples)
    if replacement := _spec_for_path(spec):
        raise MistakenWordError(
            f"No model is called '{spec}', but there is a file or folder of that name. Use: {replacement}",
            spec,
            replacement,
        )
    raise UnknownNameError("model", name, {*models, *clients}, LISTING)


def split_spec(spec: str) -> tuple[str, str]:
    """`NAME:WORDS` -> the name and the words. Options may follow the name at once: `embedded?slots=4`."""
    name, _, words = spec.partition(":")
    head, mark, query = spec.partition("?")
    return (head, mark + query) if len(head) < len(name) else (name, words)


def _spec_for_path(spec: str) -> str:
    """The spec to use if only the path of a model or of its replies was given; empty if it is not a path."""
    path = Path(spec).expanduser()
    if path.is_file():
        return f"{'gguf' if path.suffix == '.gguf' else 'recorded'}:{spec}"
    if not (path / "config.json").is_file():
        return ""
    return f"{'trained' if (path / 'vocabulary.json').is_file() else 'hf'}:{spec}"
