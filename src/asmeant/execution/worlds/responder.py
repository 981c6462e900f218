"""A request's bytes -> an answer's bytes, by a list of canned answers. Stands alone: imports nothing of ours.

An answer says which URLs it is for (`url`, with * for anything; scheme and query may be left out) and which
method, and then `status`, `headers`, and what is sent: `body`, `json`, `base64` or `page`. With `echo`, the
fields that came in are part of the JSON that goes out. In strings, ${url} and the other words of `words_of`
stand for what they name; in JSON, a string that is one of the words of `values_of` stands for that value. The
first answer that fits is given.
"""

from __future__ import annotations

import base64
import html
import json
import re
import time
from dataclasses import dataclass
from typing import IO, Any
from urllib.parse import parse_qsl, unquote, urlsplit

MOST_BYTES = 16 << 20
PHRASES = {
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 301: "Moved Permanently", 302: "Found",
    303: "See Other", 304: "Not Modified", 307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found", 405: "Method Not Allowed",
    418: "I'm a Teapot", 429: "Too Many Requests", 500: "Internal Server Error", 503: "Service Unavailable",
}  # fmt: skip
# What every page of every site has: its name, as people write it and in addresses, and the parts of a page.
PAGE = """<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<meta name="description" content="${site}: ${name}">
<meta property="og:site_name" content="${site}">
<meta property="og:title" content="${title}">
<meta property="og:url" content="${url}">
<link rel="canonical" href="${url}">
<link rel="icon" href="${origin}/favicon.ico">
<link rel="stylesheet" href="${origin}/style.css">
<script src="${origin}/script.js"></script>
</head>
<body>
<header><a href="${origin}/"><img src="${origin}/logo.png" alt="${site}"></a></header>
<nav><ul>
<li><a href="/">Home</a></li>
<li><a href="/about">About</a></li>
<li><a href="/contact">Contact</a></li>
</ul></nav>
<main id="content">
<h1>${heading}</h1>
<p class="lead">${lead}</p>
<p>A canned page for <a href="${url}">${path}</a>.</p>
<h2>Contents</h2>
<div class="links"><a href="${origin}/">${host}</a> <a href="https://www.iana.org/">IANA</a></div>
<table><tr><th>name</th><th>value</th></tr><tr><td>a</td><td>1</td></tr></table>
<form action="/search" method="get">
<input type="text" name="q"><input type="submit" value="${site} Search">
</form>
</main>
<footer><p>&copy; ${year} ${site}. <a href="/privacy">Privacy</a> <a href="/terms">Terms</a></p></footer>
</body>
</html>
"""
PAGE_WORDS = {"title": "${host}", "heading": "${site}", "lead": "${site}", "language": "en"}
# `co.uk`, `ne.jp`: there the name of a site is one part further to the left.
SECOND_LEVEL = ("ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org")
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
    status = status_of(filled(str(answer.get("status", 200)), words))
    kind, body = body_of(answer, request, words)
    headers: list[tuple[str, str]] = []
    for name, value in answer.get("headers", {}).items():
        for one in value if isinstance(value, list) else [value]:
            headers.append((name, filled(str(one), words)))
    names = {name.lower() for name, _ in headers}
    ours = {
        "Content-Type": kind,
        "Date": words["http_date"],
        "Content-Length": str(len(body)),
        "Connection": "close" if request.last else "keep-alive",
    }
    headers += [(name, value) for name, value in ours.items() if name.lower() not in names]
    lines = [
        f"HTTP/1.1 {status} {PHRASES.get(status, 'Status')}",
        *(f"{name}: {value}" for name, value in headers),
    ]
    head = "\r\n".join([*lines, "", ""]).encode("latin-1", "replace")
    return head if request.method == "HEAD" or status in (204, 304) else head + body


def status_of(text: str) -> int:
    return int(text) if text.isdigit() and 100 <= int(text) <= 599 else 400


def body_of(answer: dict[str, Any], request: Request, words: dict[str, str]) -> tuple[str, bytes]:
    """What is sent, and its type where the answer says none."""
    if "base64" in answer:
        return "application/octet-stream", base64.b64decode(answer["base64"])
    if "page" in answer:
        return "text/html; charset=utf-8", page_of(answer["page"], words).encode()
    if "json" in answer or answer.get("echo"):
        value = filled_through(answer.get("json", {}), words, values_of(request))
        if answer.get("echo") and isinstance(value, dict):
            value = {**fields_of(request), **value}
        return "application/json", json.dumps(value, ensure_ascii=False, indent=2).encode()
    body = answer.get("body", "")
    text = "\n".join(body) if isinstance(body, list) else body
    html = text.lstrip()[:15].lower().startswith(("<!doctype html", "<html"))
    return f"text/{'html' if html else 'plain'}; charset=utf-8", filled(text, words).encode()


def page_of(own: dict[str, str], words: dict[str, str]) -> str:
    """A page with what is its own: the title, say, or how the name of the site is written."""
    site = {**words, **{name: filled(text, words) for name, text in own.items()}}
    usual = {name: filled(text, site) for name, text in PAGE_WORDS.items() if name not in own}
    return filled(PAGE, {name: html.escape(text) for name, text in {**site, **usual}.items()})


def fields_of(request: Request) -> dict[str, Any]:
    """What was sent, as fields: of a JSON object, or else of a form."""
    value = json_of(request)
    if value is None:
        value = dict(parse_qsl(request.body.decode("utf-8", "replace")))
    return value if isinstance(value, dict) else {}


def json_of(request: Request) -> Any:
    """None for what is no JSON."""
    try:
        return json.loads(request.body)
    except (ValueError, RecursionError):
        return None


def values_of(request: Request) -> dict[str, Any]:
    """What a service that tells what it got would tell, as httpbin does."""
    kind = request.headers.get("content-type", "").partition(";")[0]
    text = request.body.decode("utf-8", "replace")
    form, files = parts_of(request) if kind == "multipart/form-data" else ({}, {})
    if kind == "application/x-www-form-urlencoded":
        form = dict(parse_qsl(text, keep_blank_values=True))
    return {
        "${args}": dict(parse_qsl(urlsplit(request.url).query, keep_blank_values=True)),
        "${headers}": {name.title(): value for name, value in sorted(request.headers.items())},
        "${form}": form,
        "${files}": files,
        "${data}": "" if form or files else text,
        "${json}": json_of(request),
    }


def parts_of(request: Request) -> tuple[dict[str, str], dict[str, str]]:
    """The fields and the files of a form of several parts."""
    boundary = request.headers.get("content-type", "").partition("boundary=")[2].strip('"')
    form: dict[str, str] = {}
    files: dict[str, str] = {}
    for part in request.body.split(b"--" + boundary.encode())[1:-1]:
        head, _, content = part.strip(b"\r\n").partition(b"\r\n\r\n")
        head_text = head.decode("utf-8", "replace")
        name = re.search(r'[; ]name="([^"]*)"', head_text)
        if name is not None:
            (files if "filename" in head_text else form)[name[1]] = content.decode("utf-8", "replace")
    return form, files


def words_of(request: Request) -> dict[str, str]:
    parts, now = urlsplit(request.url), time.gmtime()
    host = parts.hostname or ""
    return {
        "url": request.url,
        "origin": f"{parts.scheme}://{parts.netloc}",
        "host": host,
        "site": site_of(host),
        "path": parts.path,
        "name": name_of(parts.path),
        "query": parts.query,
        "target": parts.path + (f"?{parts.query}" if parts.query else ""),
        "method": request.method,
        "agent": request.headers.get("user-agent", ""),
        "body": request.body.decode("utf-8", "replace"),
        "year": time.strftime("%Y", now),
        "today": time.strftime("%Y-%m-%d", now),
        "now": time.strftime("%Y-%m-%dT%H:%M:%SZ", now),
        "http_date": time.strftime("%a, %d %b %Y %H:%M:%S GMT", now),
        **{f"query_{name}": value for name, value in parse_qsl(parts.query)},
    }


def site_of(host: str) -> str:
    """The name of a site, as a title has it: `Nikkei` for asia.nikkei.com."""
    names = host.split(".")[:-1] or [host]
    if len(names) > 1 and names[-1] in SECOND_LEVEL:
        names.pop()
    return names[-1].capitalize()


def name_of(path: str) -> str:
    """What a page is about, by the end of its address: `List of diamonds` for /wiki/List_of_diamonds."""
    return unquote(path.rstrip("/").rpartition("/")[2]).replace("_", " ")


def filled(text: str, words: dict[str, str]) -> str:
    """What is unknown stays as it is; a field of the query that was not sent is empty."""

    def word(match: re.Match[str]) -> str:
        return words.get(match[1], "" if match[1].startswith("query_") else match[0])

    return re.sub(r"\$\{(\w+)\}", word, text)


def filled_through(value: Any, words: dict[str, str], values: dict[str, Any]) -> Any:
    if isinstance(value, str):
        return values[value] if value in values else filled(value, words)
    if isinstance(value, dict):
        return {name: filled_through(item, words, values) for name, item in value.items()}
    if isinstance(value, list):
        return [filled_through(item, words, values) for item in value]
    return value
