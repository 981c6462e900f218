"""Rejects requests that a malicious page makes a browser send: with its own host name, or as a form.

A page of another site can point its own host name at 127.0.0.1 (DNS rebinding): its requests have that name
as their host. It can also post a form here: the browser then sends the origin of the form.
"""

from __future__ import annotations

from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from asmeant.web.responses import problem

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})


class KnownHosts:
    def __init__(self, app: ASGIApp, hosts: frozenset[str] | None, public_url: str = "") -> None:
        self.app = app
        self.hosts = hosts
        self.public_origin = _origin(public_url) if public_url else ""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (reason := self._refusal(scope)):
            await problem(403, reason)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _refusal(self, scope: Scope) -> str:
        headers = Headers(scope=scope)
        hosts = headers.getlist("host")
        if len(hosts) != 1 or (name := host_name(hosts[0])) is None:
            return "The request must name one host."
        if self.hosts is not None and name not in self.hosts:
            return (
                "This server does not go by that host name. Use the address that it printed when it started."
            )
        if scope["method"] not in SAFE_METHODS and self._is_from_elsewhere(scope, headers, hosts[0]):
            return "The request comes from a page of another site."
        return ""

    def _is_from_elsewhere(self, scope: Scope, headers: Headers, host: str) -> bool:
        # Programs send neither header; browsers send at least one with every post.
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return True
        origin = headers.get("origin")
        if origin is None:
            return False
        own_origins = {f"{scope.get('scheme', 'http')}://{host}".lower(), self.public_origin}
        return origin.lower() not in own_origins


def host_name(host: str) -> str | None:
    """A Host header without its port; None if it is invalid."""
    try:
        address = urlsplit(f"//{host}")
        _ = address.port
    except ValueError:
        return None
    has_more = address.path or address.query or address.fragment or address.username
    return None if has_more else address.hostname


def _origin(url: str) -> str:
    address = urlsplit(url)
    return f"{address.scheme}://{address.netloc}".lower()
