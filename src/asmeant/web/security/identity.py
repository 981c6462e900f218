"""Request -> Caller: by a token, by a session, or by being on this machine. Others are rejected.

Sets `request.state.caller` and `request.state.csrf_token`.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from urllib.parse import quote

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from asmeant.web.responses import problem
from asmeant.web.security.callers import LOCAL, NOBODY, Caller
from asmeant.web.security.sessions import Sessions
from asmeant.web.security.users import Users
from asmeant.web.settings import Settings

SESSION_COOKIE = "asmeant_session"
VISITOR_COOKIE = "asmeant_visitor"
# Paths that need no login: the login page, and its styles.
OPEN_PATHS = ("/login", "/static/", "/api/v1/health")


class Identity:
    def __init__(self, app: ASGIApp, settings: Settings, users: Users, sessions: Sessions) -> None:
        self.app, self.settings, self.users, self.sessions = app, settings, users, sessions
        self.secret = secrets.token_bytes(32)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        cookies = cookie_parser(headers.get("cookie", ""))
        caller, anchor = self._caller(headers, cookies)
        new_visitor = ""
        if not anchor:
            anchor = cookies.get(VISITOR_COOKIE, "")
            if not anchor and caller.means != "token":
                anchor = new_visitor = secrets.token_urlsafe(24)
        scope.setdefault("state", {}).update(caller=caller, csrf_token=self._csrf_token(anchor))
        if not caller.is_known and not scope["path"].startswith(OPEN_PATHS):
            await _refusal(scope)(scope, receive, send)
            return
        is_page = not scope["path"].startswith(("/static/", "/api/"))
        if new_visitor and is_page:
            send = self._with_cookie(send, new_visitor)
        await self.app(scope, receive, send)

    def _caller(self, headers: Headers, cookies: dict[str, str]) -> tuple[Caller, str]:
        """The caller, and the cookie that identifies them."""
        kind, _, token = headers.get("authorization", "").partition(" ")
        if kind:
            # A wrong token is rejected, even if the request would be allowed without it.
            return (self.users.with_token(token.strip()) if kind.lower() == "bearer" else NOBODY), ""
        if not self.settings.needs_login:
            return LOCAL, ""
        session_id = cookies.get(SESSION_COOKIE, "")
        caller = self.sessions.caller(session_id) if session_id else None
        return (caller, session_id) if caller else (NOBODY, "")

    def _csrf_token(self, anchor: str) -> str:
        """The token for forms. It is derived from a cookie, which other sites cannot read."""
        return hmac.new(self.secret, anchor.encode("utf-8", "surrogatepass"), hashlib.sha256).hexdigest()

    def _with_cookie(self, send: Send, visitor: str) -> Send:
        async def send_with_cookie(message: Message) -> None:
            if message["type"] == "http.response.start":
                header = cookie_header(VISITOR_COOKIE, visitor, self.settings.is_secure)
                MutableHeaders(scope=message).append("set-cookie", header)
            await send(message)

        return send_with_cookie


def cookie_header(name: str, value: str, is_secure: bool, seconds: int | None = None) -> str:
    response = Response()
    response.set_cookie(name, value, max_age=seconds, httponly=True, samesite="lax", secure=is_secure)
    return response.headers["set-cookie"]


def _refusal(scope: Scope) -> Response:
    path = scope["path"]
    if path.startswith("/api/") or scope["method"] not in ("GET", "HEAD"):
        detail = "Say who you are: send the header Authorization: Bearer TOKEN, or log in."
        return problem(401, detail, headers={"www-authenticate": "Bearer"})
    query = scope.get("query_string", b"").decode("latin-1")
    return RedirectResponse(f"/login?next={quote(path + (f'?{query}' if query else ''), safe='')}", 303)
