"""A model server on this machine that speaks chat and completions, and fails as it is told to.

Each POST takes the next fault of the script; when the script is empty, it answers. With `upstream` the
answers are those of another server, and the faults stand between it and the client.
"""

from __future__ import annotations

import json
import threading
import urllib.request
from collections import deque
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Literal

Kind = Literal[
    "status", "drop", "drop after headers", "half a body", "slow", "late", "not json", "no choices"
]


@dataclass(frozen=True, slots=True)
class Fault:
    kind: Kind = "status"
    status: int = 500
    words: str = "out of order"
    headers: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Call:
    path: str
    body: Mapping[str, Any]
    authorization: str
    headers: Mapping[str, str]


class FaultyServer:
    """`fields_refused` are answered with a 400 that names them, in the words of `refusal`.

    With `values_taken`, a field is refused only where its value is another one. After `lives` calls it dies.
    More than `most` requests at once are rejected with status 429 and `busy_headers`. Answers take `seconds`.
    """

    def __init__(
        self,
        faults: Iterable[Fault | None] = (),
        *,
        many: Literal["taken", "ignored"] = "taken",
        fields_refused: Collection[str] = (),
        values_taken: Mapping[str, object] | None = None,
        refusal: str = "Unsupported parameter: '{}' is not supported with this model.",
        key: str = "",
        models: Collection[str] = (),
        upstream: str = "",
        lives: int | None = None,
        reply: str = "",
        most: int | None = None,
        busy_headers: Mapping[str, str] | None = None,
        seconds: float = 0.0,
        usage: bool = True,
        port: int = 0,
    ) -> None:
        self.faults = deque(faults)
        self.many = many
        self.fields_refused = fields_refused
        self.values_taken = values_taken or {}
        self.refusal = refusal
        self.key = key
        self.models = models
        self.upstream = upstream
        self.lives = lives
        self.reply = reply
        self.most = most
        self.busy_headers = busy_headers or {}
        self.seconds = seconds
        self.usage = usage
        self.answered: list[Mapping[str, Any]] = []
        self.rejected = 0
        self.calls: list[Call] = []
        self.most_at_once = 0
        self.at_once = 0
        self.lock = threading.Lock()
        self.closing = threading.Event()
        self._http = _Listener(("127.0.0.1", port), _Handler)
        self._http.faulty = self
        self._dying = threading.Thread(target=self._end, daemon=True)
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), daemon=True)

    @property
    def port(self) -> int:
        return int(self._http.server_address[1])

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def __enter__(self) -> FaultyServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.die()
        self._dying.join()

    def die(self) -> None:
        """Nothing listens any more, and connections that were kept open are closed."""
        with self.lock:
            if not self.closing.is_set():
                self.closing.set()
                self._dying.start()

    def _end(self) -> None:
        self._http.shutdown()
        self._http.server_close()


class _Listener(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128
    faulty: FaultyServer

    def handle_error(self, request: object, client_address: object) -> None:
        """Clients hang up on a server like this one: nothing worth printing."""


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: _Listener

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002
        pass

    def do_GET(self) -> None:
        models = [{"id": name} for name in self.server.faulty.models]
        if self.path.endswith("/models") and models:
            self._send(200, {"data": models})
        else:
            self._send(404, {"error": {"message": "nothing here"}})

    def do_POST(self) -> None:
        faulty = self.server.faulty
        if faulty.lives is not None and len(faulty.calls) >= faulty.lives:
            faulty.die()
        if faulty.closing.is_set():  # a connection that was kept open does not outlive its server
            self.close_connection = True
            return
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        with faulty.lock:
            faulty.calls.append(
                Call(self.path, body, self.headers.get("Authorization", ""), dict(self.headers))
            )
            faulty.at_once += 1
            faulty.most_at_once = max(faulty.most_at_once, faulty.at_once)
            fault = faulty.faults.popleft() if faulty.faults else None
            is_busy = faulty.most is not None and faulty.at_once > faulty.most
            faulty.rejected += is_busy
        try:
            if is_busy:
                self._send(429, {"error": {"message": "too many requests"}}, faulty.busy_headers)
            elif fault is None:
                self._answer(body)
            else:
                self._fail(fault, body)
        finally:
            with faulty.lock:
                faulty.at_once -= 1

    def _answer(self, body: Mapping[str, Any]) -> None:
        faulty = self.server.faulty
        refused = next((name for name in faulty.fields_refused if name in body), None) or next(
            (name for name, value in faulty.values_taken.items() if body.get(name, value) != value), None
        )
        if faulty.key and self.headers.get("Authorization") != f"Bearer {faulty.key}":
            said = f"Incorrect API key provided: {self.headers.get('Authorization')}"
            self._send(401, {"error": {"message": said, "code": "invalid_api_key"}})
        elif faulty.models and body["model"] not in faulty.models:
            self._send(404, {"error": {"message": f"The model `{body['model']}` does not exist."}})
        elif refused is not None:
            self._send(400, {"error": {"message": faulty.refusal.format(refused)}})
        elif faulty.upstream:
            self._forward(body)
        else:
            faulty.closing.wait(faulty.seconds)
            answer = make_answer(body, faulty.many, faulty.reply)
            with faulty.lock:
                faulty.answered.append(body)
            self._send(200, answer if faulty.usage else answer | {"usage": None})

    def _fail(self, fault: Fault, body: Mapping[str, Any]) -> None:
        whole = json.dumps(make_answer(body, "taken")).encode()
        match fault.kind:
            case "status":
                error = {"message": fault.words, **fault.more}
                self._send(fault.status, {"error": error}, fault.headers)
            case "drop":
                self.close_connection = True
            case "drop after headers":
                self._send_bytes(200, b"", length=len(whole))
                self.close_connection = True
            case "half a body":
                self._send_bytes(200, whole[: len(whole) // 2], length=len(whole))
                self.close_connection = True
            case "slow":
                self._trickle(whole)
            case "late":
                self.server.faulty.closing.wait(0.15)
                self._answer(body)
            case "not json":
                self._send_bytes(200, whole[:-5])
            case "no choices":
                self._send(200, {"id": "1", "choices": [], **fault.more})

    def _trickle(self, whole: bytes) -> None:
        self._send_bytes(200, b"", length=len(whole))
        for position in range(len(whole)):
            if self.server.faulty.closing.wait(0.05):
                return
            self.wfile.write(whole[position : position + 1])

    def _forward(self, body: Mapping[str, Any]) -> None:
        url = self.server.faulty.upstream + self.path.removeprefix("/v1")
        headers = {"Content-Type": "application/json"}
        request = urllib.request.Request(url, json.dumps(body).encode(), headers)
        with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(request) as response:
            self._send_bytes(response.status, response.read())

    def _send(self, status: int, body: object, headers: Mapping[str, str] | None = None) -> None:
        self._send_bytes(status, json.dumps(body).encode(), headers)

    def _send_bytes(
        self, status: int, body: bytes, headers: Mapping[str, str] | None = None, length: int | None = None
    ) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(body) if length is None else length))
        for name, value in (headers or {}).items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def make_answer(body: Mapping[str, Any], many: str, reply: str = "") -> dict[str, Any]:
    """The reply, or `answer to PROMPT`, the same for every choice; each token is one word of it."""
    is_chat = "messages" in body
    prompt = body["messages"][-1]["content"] if is_chat else body["prompt"]
    text = reply or f"answer to {prompt}"
    words = text.split(" ")
    count = body.get("n", 1) if many == "taken" else 1
    return {
        "choices": [_make_choice(index, text, words, is_chat, "logprobs" in body) for index in range(count)],
        "usage": {"prompt_tokens": len(prompt.split()), "completion_tokens": count * len(words)},
    }


def _make_choice(index: int, text: str, words: list[str], is_chat: bool, logprobs: bool) -> dict[str, Any]:
    choice: dict[str, Any] = {"index": index, "finish_reason": "stop"}
    tokens = [word if position == 0 else f" {word}" for position, word in enumerate(words)]
    if is_chat:
        choice["message"] = {"role": "assistant", "content": text, "reasoning_content": "let me think"}
        values: dict[str, Any] = {"content": [{"token": token, "logprob": -0.5} for token in tokens]}
    else:
        choice["text"] = text
        values = {"tokens": tokens, "token_logprobs": [-0.5] * len(tokens)}
    return choice | {"logprobs": values} if logprobs else choice
