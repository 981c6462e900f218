"""Templates -> pages. Everything is escaped, and an undefined name is an error."""

from __future__ import annotations

import hashlib
from functools import lru_cache
from pathlib import Path
from typing import Any

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse

from asmeant.web.pages.links import LiveLinks
from asmeant.web.pages.look import context as look
from asmeant.web.pages.look import furnish
from asmeant.web.pages.words import Words, preferred

LANGUAGE_COOKIE = "asmeant_language"
STATIC = Path(__file__).with_name("static")


@lru_cache(maxsize=1)
def environment() -> Environment:
    """The template environment. Filters and globals may be added to it where routes are made."""
    jinja = Environment(
        loader=PackageLoader("asmeant.web"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.globals["static_url"] = static_url
    return furnish(jinja)


def render(request: Request, name: str, status: int = 200, /, **context: Any) -> HTMLResponse:
    """A page. Templates always have `request`, `settings`, `caller` and `csrf_token`."""
    template = environment().get_template(name)
    text = template.render(
        request=request,
        settings=request.app.state.settings,
        caller=request.state.caller,
        csrf_token=request.state.csrf_token,
        address=_address(request),
        **(look_of(request) | context),
    )
    # Lone surrogates, which some model replies have, cannot be encoded as UTF-8.
    return HTMLResponse(text.encode("utf-8", "replace"), status)


def look_of(request: Request) -> dict[str, Any]:
    """What every template can use, in the language of the caller."""
    tags = [
        request.cookies.get(LANGUAGE_COOKIE, ""),
        *request.headers.get("accept-language", "").split(","),
    ]
    return look(Words(preferred(tags)), LiveLinks())


def _address(request: Request) -> str:
    return request.url.path + (f"?{request.url.query}" if request.url.query else "")


@lru_cache(maxsize=256)
def static_url(name: str) -> str:
    """The URL of a file in static/. It changes with the content, so that browsers may cache it."""
    digest = hashlib.sha256((STATIC / name).read_bytes()).hexdigest()[:12]
    return f"/static/{name}?v={digest}"
