"""The application as a whole: headers, errors, hostile text, and routes that say who may call them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from asmeant.errors import RunBusyError, UsageError
from asmeant.web import pages
from asmeant.web.rendering import environment, static_url
from asmeant.web.security.headers import HEADERS
from asmeant.web.security.roles import requires
from asmeant.web.settings import Settings
from tests.web.apps import open_client

HOSTILE = "<script>alert(1)</script>\"'&{{7*7}}\r\nx: y"


def test_every_response_has_the_headers(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    for path in ("/login", "/static/app.css", "/api/v1/health", "/nowhere", "/api/nowhere"):
        headers = client.get(path).headers
        for name, value in HEADERS.items():
            assert headers[name] == value, path
    assert "'unsafe" not in HEADERS["content-security-policy"]
    assert "no-store" in client.get("/nowhere").headers["cache-control"]
    assert "immutable" in client.get(static_url("app.css")).headers["cache-control"]


def add_routes(monkeypatch: pytest.MonkeyPatch, *routes: Route) -> None:
    monkeypatch.setattr(pages, "routes", lambda settings: list(routes))


def failing(error: Exception) -> Route:
    async def fail(request: Request) -> Response:
        raise error

    return Route("/fails", fail)


@pytest.mark.parametrize(
    ("error", "status", "text"),
    [
        (UsageError(HOSTILE), 422, "&lt;script&gt;"),
        (RunBusyError("busy"), 409, "busy"),
        (RuntimeError("a secret"), 500, "Its log says what"),
    ],
)
def test_errors_become_pages(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, status: int, text: str
) -> None:
    add_routes(monkeypatch, failing(error))
    response = open_client(tmp_path).get("/fails")
    assert response.status_code == status
    assert text in response.text
    assert "<script>alert" not in response.text
    assert "a secret" not in response.text


def test_forms_need_their_token(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    @requires("write")
    async def change(request: Request) -> Response:
        return PlainTextResponse(str((await request.form())["text"]))

    add_routes(monkeypatch, Route("/change", change, methods=["POST"]))
    client, stranger = open_client(tmp_path), open_client(tmp_path)
    page = client.get("/nowhere").text
    token = page.partition('name="csrf-token" content="')[2].partition('"')[0]
    assert len(token) == 64
    assert client.post("/change", data={"text": "a"}).status_code == 403
    assert client.post("/change", data={"text": "a", "csrf": token + "0"}).status_code == 403
    assert client.post("/change", data={"text": "a", "csrf": token}).text == "a"
    assert client.post("/change", data={"text": "b"}, headers={"x-csrf-token": token}).text == "b"
    assert stranger.post("/change", data={"text": "a", "csrf": token}).status_code == 403
    assert (
        client.post("/change", files={"text": ("a", b"x"), "csrf": ("b", token.encode())}).status_code == 403
    )


def test_a_route_that_changes_something_says_who_may(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def change(request: Request) -> Response:
        return PlainTextResponse("")

    add_routes(monkeypatch, Route("/change", change, methods=["POST"]))
    with pytest.raises(AssertionError, match="/change does not say which role it requires"):
        open_client(tmp_path)


@pytest.mark.parametrize("value", ["a\r\nset-cookie: x=1", "a\nb", "a\0b"])
def test_headers_cannot_be_smuggled_in(tmp_path: Path, value: str) -> None:
    client = open_client(tmp_path, token="secret")
    response = client.get("/runs", params={"next": value})
    assert response.status_code == 303
    assert "\r" not in response.headers["location"]
    assert "x=1" not in response.headers.get("set-cookie", "")


def test_templates_escape_everything() -> None:
    page = environment().from_string('<p title="{{ text }}">{{ text }}</p>').render(text=HOSTILE)
    assert "<script>" not in page
    assert page.count('"') == 2
    assert "49" not in page


def test_importing_asmeant_stays_light() -> None:
    code = "import sys, asmeant, asmeant.cli; print([m for m in ('starlette', 'uvicorn', 'jinja2', 'httpx', 'asmeant.web', 'asmeant.client') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_settings_are_shared(tmp_path: Path) -> None:
    app = open_client(tmp_path).app
    assert app.state.settings == Settings(folder=tmp_path)  # type: ignore[attr-defined]
