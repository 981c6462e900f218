"""Prompt, seed -> Answer: llama.cpp inside this process, one reply at a time.

The same prompt and seed give the same text, whatever else is being answered. Three things that llama.cpp
offers would break that, as its kernels round differently for other shapes: batches of several replies,
another number of threads, prompts that begin where the last one ended. So an engine has one slot, a fixed
number of threads, and starts each new prompt from nothing. Parallelism is several engines, which share the
file's pages.

What can be kept is kept: the other replies to a prompt start from where its last token is about to be read.
The first one reads that token a second time, to start from the very same place.
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

# An interruption is noticed between two pieces of a prompt: small pieces, and no slower.
PIECE_TOKENS = 128
NEEDS_EXTRA = "The embedded model needs the extra: pip install 'asmeant[embedded]'"


@dataclass(frozen=True, slots=True)
class Settings:
    """Of one engine. `layers_on_gpu` is for a build of xllamacpp that can use one."""

    threads: int = 1
    context: int = 4096
    layers_on_gpu: int = 0


@dataclass(frozen=True, slots=True)
class Question:
    """`prompt` holds `messages` or `prompt`, as in the OpenAI protocol; `how` the sampling, less the seed."""

    prompt: Mapping[str, Any]
    how: Mapping[str, Any]


@dataclass(slots=True)
class Answer:
    """What came of one call; `read_prompt` when it had to read the whole prompt."""

    text: str = ""
    ending: str = ""
    prompt_tokens: int = 0
    cached_tokens: int = 0
    reply_tokens: int = 0
    log_probability: float | None = None
    read_prompt: bool = False
    error: Mapping[str, Any] = field(default_factory=dict)


class InterruptedAnswerError(Exception):
    """Nobody wants the answer any more."""


class RefusedError(Exception):
    """The engine cannot answer this prompt; says why."""


class Engine:
    def __init__(self, path: Path, settings: Settings) -> None:
        self._server = _load(path, settings)
        self._lock = threading.Lock()
        self._read: Mapping[str, Any] | None = None
        self._rewinds = True
        _loaded.add(self)

    def keep_for_ever(self) -> None:
        ctypes.pythonapi.Py_IncRef(ctypes.py_object(self._server))

    def answer(self, question: Question, seed: int, unwanted: threading.Event) -> Answer:
        with self._lock:
            read = self._rewinds and self._read == question.prompt
            answer = self._reply(question, seed, unwanted, read)
            if read and answer.cached_tokens != answer.prompt_tokens - 1:
                # A recurrent model has only its latest state, so it must read the prompt for every reply.
                self._rewinds = False
                answer = self._reply(question, seed, unwanted, read=False)
            return answer

    def _reply(self, question: Question, seed: int, unwanted: threading.Event, read: bool) -> Answer:
        self._read = None
        if not read:
            only_read = {**question.how, "max_tokens": 0, "cache_prompt": False}
            self._call({**question.prompt, **only_read}, unwanted)
        answer = self._call({**question.prompt, **question.how, "seed": seed, "cache_prompt": True}, unwanted)
        answer.read_prompt = not read
        self._read = question.prompt
        return answer

    def _call(self, body: dict[str, Any], unwanted: threading.Event) -> Answer:
        answer = Answer()

        def hear(chunk: Mapping[str, Any]) -> bool:
            _take_in(chunk, answer)
            return unwanted.is_set()

        is_chat = "messages" in body
        handle = self._server.handle_chat_completions if is_chat else self._server.handle_completions
        streamed = {"stream": True, "return_progress": True, "stream_options": {"include_usage": True}}
        if unwanted.is_set():
            raise InterruptedAnswerError
        try:
            handle({**body, **streamed}, hear)
        except (ValueError, RuntimeError) as error:
            # For example a chat template that takes no system message.
            raise RefusedError(f"llama.cpp said: {error}") from error
        if unwanted.is_set():
            raise InterruptedAnswerError
        if answer.error:
            raise RefusedError(_explain(answer.error))
        return answer


# A fork copies an engine without its threads. Freeing the copy would wait for them for ever: it is kept.
_loaded: weakref.WeakSet[Engine] = weakref.WeakSet()


def _keep_copies() -> None:
    for engine in list(_loaded):
        engine.keep_for_ever()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_keep_copies)


def _load(path: Path, settings: Settings) -> Any:
    try:
        import xllamacpp
    except ImportError as error:
        raise ModelError(NEEDS_EXTRA) from error
    try:
        return xllamacpp.Server(_parameters(xllamacpp, path, settings))
    except (RuntimeError, MemoryError) as error:
        raise ModelError(
            f"llama.cpp cannot load {path}: the file is damaged or cut off, its architecture is newer than "
            f"the installed xllamacpp, or memory is short. Fetch the file again, or: pip install -U xllamacpp"
        ) from error


def _parameters(xllamacpp: Any, path: Path, settings: Settings) -> Any:
    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(path)
    parameters.verbosity = -1
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = settings.threads
    parameters.n_ctx = settings.context
    parameters.n_gpu_layers = settings.layers_on_gpu
    parameters.n_batch = parameters.n_ubatch = PIECE_TOKENS
    parameters.n_parallel = 1
    parameters.fit_params = False
    parameters.warmup = False
    # What was read for earlier prompts must not be brought back.
    parameters.cache_ram_mib = 0
    parameters.cache_idle_slots = False
    # With a full window, a model with sliding attention can go back to the end of its prompt.
    parameters.swa_full = True
    # It opens a port on this machine whether we want it or not; nobody else shall use it.
    parameters.api_keys = [secrets.token_hex(16)]
    parameters.cors_origins = "null"
    parameters.ui = parameters.endpoint_slots = False
    parameters.n_threads_http = 1
    return parameters


def _take_in(chunk: Mapping[str, Any], answer: Answer) -> None:
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


# ── how many ───────────────────────────────────────────────────────────────────────────────────────

MOST_ENGINES = 8


def choose_engines(file_bytes: int) -> int:
    """One for every idle core, as far as memory goes: each may make itself a faster copy of the weights."""
    return max(1, min(idle_cores(), MOST_ENGINES, _memory_bytes() // (3 * max(file_bytes, 1))))


def idle_cores() -> int:
    """Two threads on one core only get into each other's way, so cores are counted, not hyper-threads."""
    usable = os.sched_getaffinity(0) if hasattr(os, "sched_getaffinity") else range(os.cpu_count() or 1)
    cores = {_siblings(cpu) for cpu in usable}
    busy = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    return max(1, len(cores) - round(busy))


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
