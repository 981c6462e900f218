"""A request's bytes -> an answer's bytes, by a list of canned answers. Stands alone: imports nothing of ours.

An answer says which URLs it is for (`url`, with * for anything; scheme and query may be left out) and which
method, and then `status`, `headers`, and what is sent: `body`, `json` or `base64`. With `echo`, the fields
that came in are part of the JSON that goes out. In strings, ${url}, ${host}, ${path}, ${query}, ${method},
${body}, ${today}, ${now} and ${http_date} stand for what they name. The first answer that fits is given.
"""

from __future__ import annotations

import base64
import json
import re
import time
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import parse_qsl, urlsplit

MOST_BYTES = 16 << 20
PHRASES = {
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    418: "I'm a Teapot", 429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable",
}  # fmt: skip
NOTHING: dict[str, Any] = {"url": "*", "status": 404, "body": "No canned answer is for ${url}\n"}


@dataclass(frozen=True)
class Request:
    method: str
    url: str
    headers: dict[str, str]
    body: bytes
    last: bool


class Responder:
    def __init__(self, answers: list[dict[str, Any]]) -> None:
        self.answers = [(pattern_of(answer["url"]), answer) for answer in [*answers, NOTHING]]

    def answer(self, request: Request) -> bytes:
        without_query = request.url.partition("?")[0]
        for pattern, answer in self.answers:
            if answer.get("method", request.method) != request.method:
                continue
            if pattern.fullmatch(request.url) or pattern.fullmatch(without_query):
                return written(answer, request)
        raise LookupError(request.url)


def pattern_of(url: str) -> re.Pattern[str]:
    """The scheme may be left out; * is anything."""
    scheme = "" if "://" in url or url.startswith("*") else r"https?://"
    return re.compile(scheme + ".*".join(map(re.escape, url.split("*"))), re.DOTALL | re.IGNORECASE)


def read_request(stream: IO[bytes], scheme: str, host: str) -> Request | None:
    """The next request of a connection; None when there is none, or it isn't HTTP."""
    words = stream.readline(65536).decode("latin-1").split()
    if len(words) != 3 or not words[2].startswith("HTTP/"):
        return None
    headers = {}
    while line := stream.readline(65536).decode("latin-1").strip():
        name, _, value = line.partition(":")
        headers[name.strip().lower()] = value.strip()
    method, target, version = words
    host = headers.get("host", host)
    url = target if "://" in target else f"{scheme}://{host}{target}"
    ending = headers.get("connection", "close" if version == "HTTP/1.0" else "").lower()
    return Request(method, url, headers, read_body(stream, headers), ending == "close")


def read_body(stream: IO[bytes], headers: dict[str, str]) -> bytes:
    if headers.get("transfer-encoding", "").lower() != "chunked":
        return stream.read(min(int(headers.get("content-length") or 0), MOST_BYTES))
    body = b""
    while size := int(stream.readline().split(b";")[0] or b"0", 16):
        body += stream.read(min(size, MOST_BYTES))
        stream.readline()
    stream.readline()
    return body


def written(answer: dict[str, Any], request: Request) -> bytes:
    """The answer's own headers come first, in their order, so that a person sees in the file what is sent."""
    words = words_of(request)
    status = int(answer.get("status", 200))
    kind, body = body_of(answer, request, words)
    headers: list[tuple[str, str]] = []
    for name, value in answer.get("headers", {}).items():
        for one in value if isinstance(value, list) else [value]:
            headers.append((name, filled(str(one), words)))
    said = {name.lower() for name, _ in headers}
    ours = {
        "Content-Type": kind,
        "Date": words["http_date"],
        "Content-Length": str(len(body)),
        "Connection": "close" if request.last else "keep-alive",
    }
    headers += [(name, value) for name, value in ours.items() if name.lower() not in said]
    lines = [
        f"HTTP/1.1 {status} {PHRASES.get(status, 'Status')}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    head = "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")
    return head if request.method == "HEAD" or status in (204, 304) else head + body


def body_of(answer: dict[str, Any], request: Request, words: dict[str, str]) -> tuple[str, bytes]:
    """What is sent, and its type where the answer says none."""
    if "base64" in answer:
        return "application/octet-stream", base64.b64decode(answer["base64"])
    if "json" in answer or answer.get("echo"):
        value = filled_through(answer.get("json", {}), words)
        if answer.get("echo") and isinstance(value, dict):
            value = {**fields_of(request), **value}
        return "application/json", json.dumps(value, ensure_ascii=False, indent=2).encode()
    body = answer.get("body", "")
    text = "\n".join(body) if isinstance(body, list) else body
    html = text.lstrip()[:15].lower().startswith(("<!doctype html", "<html"))
    return f"text/{'html' if html else 'plain'}; charset=utf-8", filled(text, words).encode()


def fields_of(request: Request) -> dict[str, Any]:
    """What was sent, as fields: of a JSON object, or else of a form."""
    text = request.body.decode("utf-8", "replace")
    try:
        value = json.loads(text)
    except ValueError:
        value = dict(parse_qsl(text))
    return value if isinstance(value, dict) else {}


def words_of(request: Request) -> dict[str, str]:
    parts, now = urlsplit(request.url), time.gmtime()
    return {
        "url": request.url,
        "host": parts.hostname or "",
        "path": parts.path,
        "query": parts.query,
        "method": request.method,
        "body": request.body.decode("utf-8", "replace"),
        "today": time.strftime("%Y-%m-%d", now),
        "now": time.strftime("%Y-%m-%dT%H:%M:%SZ", now),
        "http_date": time.strftime("%a, %d %b %Y %H:%M:%S GMT", now),
    }


def filled(text: str, words: dict[str, str]) -> str:
    return re.sub(r"\$\{(\w+)\}", lambda found: words.get(found[1], found[0]), text)


def filled_through(value: Any, words: dict[str, str]) -> Any:
    if isinstance(value, str):
        return filled(value, words)
    if isinstance(value, dict):
        return {name: filled_through(item, words) for name, item in value.items()}
    return [filled_through(item, words) for item in value] if isinstance(value, list) else value
