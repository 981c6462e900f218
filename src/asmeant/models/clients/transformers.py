"""Prompt -> Reply, with a model from the Hugging Face hub or from a local folder, by transformers.

The same seed gives the same replies on the same machine with the same `batch`. All replies of a batch have
the same prompt, and the rank decides the position in the batch, so a reply does not depend on which others
are missing.
"""

from __future__ import annotations

import importlib.util
import time
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any

from asmeant.errors import ModelError, UsageError
from asmeant.models.clients.exchange import cut, derive_seed, stops_of
from asmeant.models.clients.options import Words, read_words
from asmeant.records import Form, Reply, Request, Sampling, Usage

OPTIONS = {"batch": range(1, 1025)}
NEEDS_EXTRA = "A model of Hugging Face needs the extra: pip install 'asmeant[hf]'"


def connect(words: str) -> TransformersClient:
    """A model of the Hugging Face hub, or in a local folder: hf:NAME, hf:./FOLDER, hf:NAME?batch=16"""
    parsed = Words(words, {}) if words and Path(words).is_dir() else read_words(words, OPTIONS)
    if not parsed.name:
        raise UsageError("The model 'hf' needs a name. Use: hf:OWNER/NAME, hf:./FOLDER or hf:NAME?batch=16")
    if any(importlib.util.find_spec(library) is None for library in ("torch", "transformers")):
        raise ModelError(NEEDS_EXTRA)
    return TransformersClient(parsed.name, parsed.options.get("batch", 8))


class TransformersClient:
    """The tokenizer is loaded with the first use of `form`, and the model with the first request."""

    is_portable = True

    def __init__(self, model: str, batch: int) -> None:
        self.name = f"hf:{Path(model).name if Path(model).is_dir() else model}"
        self._model_name = model
        self._batch = batch
        self._loaded: Loaded | None = None

    @property
    def form(self) -> Form:
        tokenizer = self._loaded.tokenizer if self._loaded else load_tokenizer(self._model_name)
        return "chat" if tokenizer.chat_template else "completion"

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        failed: dict[str, str] = {}
        for request in requests:
            try:
                tokens = self._load().read(request)
            except _RefusedError as error:
                failed[request.task_id] = str(error)
                continue
            # The batch size is the same for the whole run, however many replies are missing.
            for ranks in places(request.ranks, min(self._batch, sampling.count)):
                yield from self._load().answer(request, tokens, ranks, sampling)
        for task_id, reason in failed.items():
            raise ModelError(
                f"The model '{self.name}' cannot answer the task '{task_id}': {reason}."
                + (f" The same holds for {len(failed) - 1} more." if len(failed) > 1 else "")
            )

    def _load(self) -> Loaded:
        if self._loaded is None:
            self._loaded = Loaded(self._model_name)
        return self._loaded


def places(ranks: Sequence[int], batch: int) -> Iterator[tuple[int | None, ...]]:
    """Ranks -> batches in which rank r is always at position r % batch; None if no reply is needed there.

    Rounding depends on the shape of a batch, so each batch has its full size.
    """
    wanted = set(ranks)
    for first in sorted({rank - rank % batch for rank in ranks}):
        yield tuple(rank if rank in wanted else None for rank in range(first, first + batch))


class _RefusedError(Exception):
    """The model cannot answer this prompt. The message says why."""


def load_tokenizer(name: str) -> Any:
    import transformers

    try:
        return transformers.AutoTokenizer.from_pretrained(name)
    except (OSError, ValueError, ImportError) as error:
        raise ModelError(_explain(name, error)) from error


class Loaded:
    """A model and its tokenizer, on the best available device."""

    def __init__(self, name: str) -> None:
        import torch
        import transformers

        self.device = _choose_device(torch)
        self.tokenizer: Any = load_tokenizer(name)
        try:
            self.model: Any = transformers.AutoModelForCausalLM.from_pretrained(name, dtype="auto")
        except (OSError, ValueError, ImportError) as error:
            raise ModelError(_explain(name, error)) from error
        self.model = self.model.to(self.device).eval()
        self.ends = _ends(self.model, self.tokenizer)

    def read(self, request: Request) -> list[int]:
        prompt = request.prompt
        if prompt.messages and self.tokenizer.chat_template:
            messages = [{"role": message.role, "content": message.content} for message in prompt.messages]
            try:
                text = self.tokenizer.apply_chat_template(
                    messages, tokenize=False, add_generation_prompt=True
                )
            except Exception as error:  # A template may raise any exception.
                raise _RefusedError(f"the model's chat template refuses it: {error}") from error
            # The template has written the special tokens already.
            tokens = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        else:
            text = prompt.text or "".join(f"{message.content}\n\n" for message in prompt.messages)
            tokens = self.tokenizer(text)["input_ids"]
        longest = getattr(self.model.config, "max_position_embeddings", None)
        if not tokens:
            raise _RefusedError("its prompt is empty. Choose another style of prompt")
        if longest and len(tokens) >= longest:
            raise _RefusedError(
                f"its prompt has {len(tokens)} tokens, but the model can read {longest}. Show fewer examples"
            )
        return list(tokens)

    def answer(
        self, request: Request, prompt: list[int], ranks: tuple[int | None, ...], sampling: Sampling
    ) -> Iterator[Reply]:
        started = time.monotonic()
        stops = stops_of(request, sampling)
        drawing = _Drawing(self, request.task_id, ranks, sampling, stops)
        drawing.run(prompt)
        wanted = [(place, rank) for place, rank in enumerate(ranks) if rank is not None]
        seconds = (time.monotonic() - started) / len(wanted)
        for number, (place, rank) in enumerate(wanted):
            tokens = drawing.tokens[place]
            decoded = self.tokenizer.decode(tokens, skip_special_tokens=True)
            text = cut(decoded, stops)
            yield Reply(
                request.task_id,
                rank,
                text,
                truncated=not drawing.ended[place] and len(text) == len(decoded),
                log_probability=drawing.log_probability[place],
                usage=Usage(len(prompt) if number == 0 else 0, len(tokens), seconds),
            )


class _Drawing:
    """The replies of one batch, sampled token by token. Each has its own random generator."""

    def __init__(
        self,
        loaded: Loaded,
        task_id: str,
        ranks: tuple[int | None, ...],
        sampling: Sampling,
        stops: Sequence[str],
    ) -> None:
        import torch

        self.loaded, self.sampling, self.stops = loaded, sampling, stops
        self.ended = [rank is None for rank in ranks]
        self.tokens: list[list[int]] = [[] for _ in ranks]
        self.log_probability = [0.0 for _ in ranks]
        # On the CPU, so that a seed gives the same numbers for every device.
        self.generators = [
            torch.Generator().manual_seed(derive_seed(sampling.seed, task_id, rank or 0)) for rank in ranks
        ]

    def run(self, prompt: list[int]) -> None:
        import torch

        device = self.loaded.device
        longest = getattr(self.loaded.model.config, "max_position_embeddings", None) or 1 << 30
        ids = torch.tensor([prompt] * len(self.ended), device=device)  # batch × prompt length
        cache = None
        with torch.inference_mode():
            for _ in range(min(self.sampling.max_tokens, longest - len(prompt))):
                output = self.loaded.model(input_ids=ids, past_key_values=cache, use_cache=True)
                cache = output.past_key_values
                scores = output.logits[:, -1, :].float().cpu()  # batch × vocabulary
                tokens = [self._draw(place, scores[place]) for place in range(len(self.ended))]
                if all(self.ended):
                    break
                ids = torch.tensor([[token] for token in tokens], device=device)  # batch × 1

    def _draw(self, place: int, scores: Any) -> int:
        """The next token of one reply; an arbitrary token if the reply has ended."""
        if self.ended[place]:
            return 0
        likely = scores.log_softmax(-1)  # vocabulary
        token = _pick(likely, self.sampling, self.generators[place])
        if token in self.loaded.ends:
            self.ended[place] = True
            return token
        self.tokens[place].append(token)
        self.log_probability[place] += float(likely[token])
        if self.stops:
            # A stop sequence may span several tokens, so the last few tokens are searched.
            tail = self.tokens[place][-(8 + max(len(stop.encode()) for stop in self.stops)) :]
            text = self.loaded.tokenizer.decode(tail, skip_special_tokens=True)
            self.ended[place] = any(stop in text for stop in self.stops)
        return token


def _pick(likely: Any, sampling: Sampling, generator: Any) -> int:
    """Greedy at temperature 0, else nucleus sampling: from the fewest tokens with total probability top_p."""
    import torch

    if sampling.temperature <= 0:
        return int(likely.argmax())
    chances, tokens = (likely / sampling.temperature).softmax(-1).sort(descending=True, stable=True)
    before = chances.cumsum(-1) - chances
    top_chances = chances.masked_fill(before >= sampling.top_p, 0.0) if sampling.top_p < 1 else chances
    if float(top_chances.sum()) <= 0:
        return int(tokens[0])
    return int(tokens[torch.multinomial(top_chances, 1, generator=generator)])


def _choose_device(torch: Any) -> str:
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def _ends(model: Any, tokenizer: Any) -> frozenset[int]:
    eos = model.generation_config.eos_token_id
    eos_tokens = eos if isinstance(eos, list) else [eos]
    return frozenset(token for token in (*eos_tokens, tokenizer.eos_token_id) if token is not None)


def _explain(name: str, error: Exception) -> str:
    first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
    if Path(name).is_dir():
        return (
            f"The folder {name} holds no model that transformers can load: {first} It needs config.json, "
            f"the weights (model.safetensors) and the tokenizer."
        )
    return (
        f"The model '{name}' could be had neither from the cache nor from the Hugging Face hub: {first} Look "
        f"at the name and the connection; for a gated model, log in (hf auth login). Without a connection, "
        f"fetch it elsewhere (hf download {name} --local-dir FOLDER), copy the folder, and say hf:./FOLDER"
    )
