"""Prompt -> Reply, with a model in a GGUF file, inside this process: no server, no GPU, no account.

`embedded` is a small model that is downloaded automatically; `gguf:PATH` is any GGUF file. The same seed
gives the same replies, also if an interrupted run is resumed.
"""

from __future__ import annotations

import mmap
import os
import struct
import threading
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from asmeant.errors import ModelError, UsageError
from asmeant.models.adapter.using import (
    AdapterPrompts,
    read_adapter_folder,
    shipped_adapters,
)
from asmeant.models.clients.consensus import by_consensus, describe
from asmeant.models.clients.engine import (
    Engine,
    Question,
    RefusedError,
    Settings,
    adapter_fields,
    choose_engines,
    import_llama,
    physical_cores,
)
from asmeant.models.clients.exchange import cut, derive_seed, stops_of
from asmeant.models.clients.options import Words, read_words
from asmeant.models.clients.weights import embedded_weights
from asmeant.models.clients.worker_pool import Job, WorkerPool
from asmeant.records import Form, Prompt, Prompting, Reply, Request, Sampling, Task, Usage

OPTIONS = {
    "slots": range(1, 257),
    "threads": range(1, 513),
    "context": range(64, 1_048_577),
    "gpu": range(0, 1000),
}
SAMPLES = {"samples": range(2, 257)}
TEXTS = ("adapter", "neighbours")
MOST_FAILED_TASKS = 5
CODE_ALONE = "the adapter writes code alone"
# For one prompt, which all replies share. More threads hardly help so small a model.
MOST_READING_THREADS = 2
# The header of a GGUF file precedes the weights, and is mostly the vocabulary.
_HEADER_BYTES = 64 << 20


def connect(words: str) -> EmbeddedClient:
    """A small model inside this process, downloaded with the first request: embedded, embedded?slots=4

    It has an adapter for Bash. embedded?adapter=none is the bare model, embedded?adapter=DIR uses another
    adapter, embedded?samples=16 gives the replies on which 16 samples agree best.
    """
    parsed = read_words(words, {**OPTIONS, **SAMPLES}, TEXTS)
    if parsed.name:
        raise UsageError(
            f"The model 'embedded' is one model and takes only options, but '{parsed.name}' was found. "
            f"Use: embedded, embedded?slots=4, or gguf:PATH for a file of yours."
        )
    prompts = _adapter_prompts(parsed)
    import_llama()
    return EmbeddedClient("embedded", embedded_weights, "chat", parsed, prompts)


def _adapter_prompts(words: Words) -> AdapterPrompts | None:
    adapter, neighbours = words.texts.get("adapter", ""), words.texts.get("neighbours", "")
    if neighbours not in ("", "none"):
        raise UsageError(f"The option neighbours={neighbours} is not valid: use 'none', or leave it out.")
    if adapter == "none":
        return None
    adapters = [read_adapter_folder(Path(adapter).expanduser())] if adapter else shipped_adapters()
    return AdapterPrompts(adapters, with_neighbours=neighbours != "none")


def connect_file(words: str) -> EmbeddedClient:
    """A model in a GGUF file, inside this process: gguf:PATH, gguf:PATH?slots=4&context=8192"""
    # A file may have a '?' in its name.
    parsed = Words(words) if words and Path(words).is_file() else read_words(words, OPTIONS)
    if not parsed.name:
        raise UsageError("The model 'gguf' needs a file. Use: gguf:PATH, or gguf:PATH?slots=4&context=8192")
    path = Path(parsed.name).expanduser()
    form: Form = "chat" if has_chat_template(path) else "completion"
    import_llama()
    return EmbeddedClient(f"gguf:{path.name}", lambda: path, form, parsed)


def has_chat_template(path: Path) -> bool:
    """Whether the file has a chat template. Raises ModelError if it is not a GGUF file."""
    key = b"tokenizer.chat_template"
    try:
        with path.open("rb") as file:
            if file.read(4) != b"GGUF":
                raise ModelError(
                    f"{path} is not a GGUF file. llama.cpp reads no other: convert it, or use hf:NAME."
                )
            with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
                return mapped.find(struct.pack("<Q", len(key)) + key, 0, _HEADER_BYTES) >= 0
    except OSError as error:
        raise ModelError(
            f"{path} cannot be read: {error.strerror or error}. Give the path of a GGUF file: gguf:PATH"
        ) from error


class EmbeddedClient:
    """The engines are loaded with the first request, and freed with the client."""

    is_portable = True

    def __init__(
        self,
        name: str,
        find: Callable[[], Path],
        form: Form,
        words: Words,
        adapter: AdapterPrompts | None = None,
    ) -> None:
        self.name = name
        self.adapter = adapter
        self.form: Form = form
        self.engines: list[Engine] = []
        self._find = find
        self._words = words
        self._process = 0
        self._loading = threading.Lock()

    def own_prompt(self, task: Task, prompting: Prompting) -> Prompt | None:
        """The prompt that the adapter was trained with, for tasks that it is for."""
        return None if self.adapter is None else self.adapter.prompt(task, prompting)

    def components(self, tasks: Sequence[Task], prompting: Prompting) -> Mapping[str, str]:
        """The adapters that answer some of the tasks."""
        components = {}
        if self.adapter is not None:
            languages = {task.code_language for task in tasks if self.adapter.is_for(task, prompting)}
            for language in sorted(languages):
                components[f"adapter for {language}"] = self.adapter.description(language)
        if samples := self._words.options.get("samples"):
            components["consensus"] = describe(samples)
        return components

    def warm_up(self, request: Request, sampling: Sampling, cancelled: threading.Event) -> None:
        """Loads what one prompt needs, and reads it: its replies come sooner. They all come one by one."""
        engines = self._load(for_one_prompt=True)
        if len(engines) == 1 and not cancelled.is_set():
            engines[0].read(self._question(request, sampling), cancelled)

    def replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        if samples := self._words.options.get("samples"):
            return by_consensus(self._replies, requests, sampling, samples)
        return self._replies(requests, sampling)

    def _replies(self, requests: Iterable[Request], sampling: Sampling) -> Iterator[Reply]:
        waiting = iter(requests)
        first = next(waiting, None)
        if first is None:
            return
        failed: dict[str, str] = {}
        with WorkerPool(self._load()) as pool:
            pool.put(self._jobs(first, sampling))
            while True:
                # Add requests while a worker may become idle, and at least one if there are no open jobs.
                while (pool.needs_jobs or not pool.busy) and len(failed) < MOST_FAILED_TASKS:
                    request = next(waiting, None)
                    if request is None:
                        break
                    pool.put(self._jobs(request, sampling))
                if not pool.busy:
                    break
                done = pool.take()
                if isinstance(done, Reply):
                    yield done
                else:
                    failed.setdefault(done.task_id, done.reason)
        if failed:
            raise ModelError(self._failure_message(failed))

    def _load(self, for_one_prompt: bool = False) -> list[Engine]:
        """The engines. For one prompt it is a single one: each engine would read the prompt again."""
        with self._loading:
            # A fork copies the engines but not their threads: the child process needs its own engines.
            if not self.engines or self._process != os.getpid():
                path, options = self._find(), self._words.options
                settings = Settings(
                    threads=options.get("threads", 1),
                    reading_threads=min(physical_cores(), MOST_READING_THREADS) if for_one_prompt else 1,
                    context=options.get("context", 4096),
                    layers_on_gpu=options.get("gpu", 0),
                    adapters=() if self.adapter is None else tuple(one.path for one in self.adapter.adapters),
                )
                slots = options.get("slots")
                slots = slots or (1 if for_one_prompt else choose_engines(path.stat().st_size))
                self.engines = [Engine(path, settings) for _ in range(slots)]
                self._process = os.getpid()
                weakref.finalize(self, self.engines.clear)
            return self.engines

    def _question(self, request: Request, sampling: Sampling) -> Question:
        prompt, adapter = request.prompt, self.adapter
        applied = None if adapter is None else adapter.adapter_of(prompt)
        content = adapter_fields(0 if adapter is None else len(adapter.adapters), applied)
        if prompt.messages:
            content["messages"] = [{"role": one.role, "content": one.content} for one in prompt.messages]
        else:
            content["prompt"] = prompt.text
        return Question(content, _sampling_fields(request, sampling))

    def _jobs(self, request: Request, sampling: Sampling) -> list[Job]:
        question = self._question(request, sampling)
        applied = None if self.adapter is None else self.adapter.adapter_of(request.prompt)
        origin = "" if applied is None else CODE_ALONE
        return [
            Job(request.task_id, rank, _answerer(question, request, rank, sampling, origin))
            for rank in request.ranks
        ]

    def _failure_message(self, failed: dict[str, str]) -> str:
        task_id, reason = next(iter(failed.items()))
        others = f" The same holds for {len(failed) - 1} more." if len(failed) > 1 else ""
        return f"The model '{self.name}' cannot answer the task '{task_id}': {reason}.{others}"


# ── one reply ──────────────────────────────────────────────────────────────────────────────────────


def _sampling_fields(request: Request, sampling: Sampling) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "max_tokens": sampling.max_tokens,
        "temperature": sampling.temperature,
        "top_p": sampling.top_p,
        # llama.cpp has more samplers, and some are on by default.
        "samplers": ["temperature", "top_p"],
        "stop": stops_of(request, sampling),
        "logprobs": True if request.prompt.messages else 1,
    }
    # The default of the chat endpoint is 20 tokens.
    return {**fields, "top_logprobs": 1} if request.prompt.messages else fields


def _answerer(
    question: Question, request: Request, rank: int, sampling: Sampling, origin: str
) -> Callable[[Engine, Any], Reply]:
    seed = derive_seed(sampling.seed, request.task_id, rank)
    stops = stops_of(request, sampling)

    def answer(engine: Engine, cancelled: Any) -> Reply:
        started = time.monotonic()
        result = engine.answer(question, seed, cancelled)
        if result.prompt_tokens == 0:
            raise RefusedError("its prompt is empty. Choose another style of prompt")
        text = cut(result.text, stops)
        return Reply(
            request.task_id,
            rank,
            text.strip() if origin else text,
            code_from=origin,
            truncated=result.ending == "length" and len(text) == len(result.text),
            log_probability=result.log_probability,
            usage=Usage(
                prompt_tokens=result.prompt_tokens if result.read_prompt else 0,
                reply_tokens=result.reply_tokens,
                seconds=time.monotonic() - started,
            ),
        )

    return answer
