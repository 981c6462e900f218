"""Models and tokenizers of transformers: by name, and as JSON within a trained directory."""

from __future__ import annotations

import json
from collections.abc import Mapping
from importlib import import_module
from typing import Any

from asmeant.errors import ModelError, UsageError

EXTRA = "pip install 'asmeant[train,hf]'"
_TOKENS = ("bos_token", "eos_token", "pad_token", "unk_token", "cls_token", "sep_token", "mask_token")


def library() -> Any:
    try:
        return import_module("transformers")
    except ImportError as error:
        raise UsageError(
            f"This needs transformers, which is not installed. Install it with: {EXTRA}"
        ) from error


def load_parts(name: str, kind: str, role: str, **settings: Any) -> tuple[Any, Any]:
    """The model and the tokenizer from a directory or the hub. `kind` is a class of transformers."""
    transformers = library()
    try:
        network = getattr(transformers, kind).from_pretrained(name, **settings)
        tokenizer = transformers.AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError, KeyError) as error:
        reason = str(error).strip().partition("\n")[0]
        raise ModelError(
            f"{name} cannot be used as {role}: {reason} "
            f"Name a directory that transformers has written, or a model of the hub."
        ) from error
    if not getattr(tokenizer, "is_fast", False):
        raise ModelError(f"The tokenizer of {name} has no fast form, which is needed to keep it.")
    return network, tokenizer


def saved_parts(network: Any, tokenizer: Any) -> dict[str, Any]:
    """The configuration of a model and its tokenizer, as JSON."""
    special = {name: getattr(tokenizer, name, None) for name in _TOKENS}
    return {
        "config": json.loads(network.config.to_json_string(use_diff=False)),
        "tokenizer": tokenizer.backend_tokenizer.to_str(),
        "special_tokens": {name: str(token) for name, token in special.items() if token is not None},
    }


def new_parts(knowledge: Mapping[str, Any], kind: str) -> tuple[Any, Any]:
    """The inverse of `saved_parts`. The weights of the model are random."""
    transformers = library()
    network = getattr(transformers, kind).from_config(
        transformers.AutoConfig.for_model(**knowledge["config"])
    )
    backend = import_module("tokenizers").Tokenizer.from_str(knowledge["tokenizer"])
    return network, transformers.PreTrainedTokenizerFast(
        tokenizer_object=backend, **knowledge["special_tokens"]
    )
