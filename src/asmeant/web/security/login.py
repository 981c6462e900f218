"""The pages /login and /logout."""

from __future__ import annotations

import asyncio
import math
from dataclasses import replace
from urllib.parse import urlsplit

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from asmeant.web.rendering import render
from asmeant.web.security.attempts import Attempts
from asmeant.web.security.callers import NOBODY, Caller
from asmeant.web.security.identity import SESSION_COOKIE, cookie_header
from asmeant.web.security.roles import requires

FAILURES_OF_A_NAME = 5
FAILURES_OF_AN_ADDRESS = 20
FAILURE_SECONDS = 15 * 60
# Each guess takes a core and 32 MB for a moment, so only a few are checked at a time.
GUESSES_AT_A_TIME = 2


def routes() -> list[BaseRoute]:
    door = _Door()
    return [
        Route("/login", requires(None)(door.show), methods=["GET"]),
        Route("/login", requires(None)(door.log_in), methods=["POST"]),
        Route("/logout", requires("look")(door.log_out), methods=["POST"]),
    ]


class _Door:
    def __init__(self) -> None:
        self.by_name = Attempts(FAILURES_OF_A_NAME, FAILURE_SECONDS)
        self.by_address = Attempts(FAILURES_OF_AN_ADDRESS, FAILURE_SECONDS)
        self.guesses = asyncio.Semaphore(GUESSES_AT_A_TIME)

    async def show(self, request: Request) -> Response:
        target = local_path(request.query_params.get("next", "/"))
        if request.state.caller.is_known:
            return RedirectResponse(target, 303)
        return render(request, "login.html", next=target, error="")

    async def log_in(self, request: Request) -> Response:
        fields = await request.form()
        name, password = str(fields.get("name", "")), str(fields.get("password", ""))
        target = local_path(str(fields.get("next", "/")))
        address = request.client.host if request.client else ""
        wait = max(self.by_name.wait_seconds(name), self.by_address.wait_seconds(address))
        if wait > 0:
            minutes = math.ceil(wait / 60)
            text = f"Too many failed attempts. Try again in {minutes} minute{'s' if minutes > 1 else ''}."
            response = render(request, "login.html", 429, next=target, error=text)
            response.headers["retry-after"] = str(math.ceil(wait))
            return response
        caller = await self._caller(request, name, password)
        if not caller.is_known:
            self.by_name.failed(name)
            self.by_address.failed(address)
            text = "The name or the password is wrong."
            return render(request, "login.html", 401, next=target, error=text)
        self.by_name.succeeded(name)
        state = request.app.state
        state.sessions.end(request.cookies.get(SESSION_COOKIE, ""))
        session_id = state.sessions.begin(caller)
        seconds = int(state.settings.session_hours * 3600)
        redirect = RedirectResponse(target, 303)
        cookie = cookie_header(SESSION_COOKIE, session_id, state.settings.is_secure, seconds)
        redirect.headers.append("set-cookie", cookie)
        return redirect

    async def _caller(self, request: Request, name: str, password: str) -> Caller:
        """The caller with this name and password, or with a token instead of the password."""
        users = request.app.state.users
        if not name:
            by_token: Caller = users.with_token(password)
            return replace(by_token, means="session") if by_token.is_known else NOBODY
        async with self.guesses:
            caller: Caller = await asyncio.to_thread(users.with_password, name, password)
        return caller

    async def log_out(self, request: Request) -> Response:
        request.app.state.sessions.end(request.cookies.get(SESSION_COOKIE, ""))
        response = RedirectResponse("/login", 303)
        response.delete_cookie(SESSION_COOKIE)
        return response


def local_path(target: str) -> str:
    """The page after the login: a path of this server, never another site."""
    is_path = target.startswith("/") and not target.startswith(("//", "/\\"))
    has_control = any(character < " " or character == "\\" for character in target)
    try:
        url = urlsplit(target)
    except ValueError:
        return "/"
    return target if is_path and not has_control and not url.netloc and not url.scheme else "/"
