"""The role that an endpoint requires, and CSRF protection of forms."""

from __future__ import annotations

import hmac
from collections.abc import Awaitable, Callable, Sequence
from functools import wraps

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route

from asmeant.web.responses import RefusedError
from asmeant.web.security.callers import Caller, Role
from asmeant.web.security.hosts import SAFE_METHODS

Endpoint = Callable[[Request], Awaitable[Response]]
CSRF_FIELD = "csrf"
CSRF_HEADER = "x-csrf-token"
MOST_FIELDS = 200


def requires(role: Role | None, *, form: bool = True) -> Callable[[Endpoint], Endpoint]:
    """The endpoint is for callers with this role; None: for everyone, even before the login.

    A request that changes something (POST) also needs the token of a form: the field `csrf`, or the header
    `X-CSRF-Token`. With `form=False`, for programs, it is only required of callers identified by a cookie.
    """

    def decorate(endpoint: Endpoint) -> Endpoint:
        @wraps(endpoint)
        async def guarded(request: Request) -> Response:
            caller: Caller = request.state.caller
            if role is not None and not caller.may(role):
                name = caller.name or "You"
                detail = f"This needs the role '{role}'. {name} may only {caller.role or 'log in'}."
                raise RefusedError(403, detail)
            if request.method not in SAFE_METHODS and (form or caller.means == "session"):
                await check_form(request, form)
            return await endpoint(request)

        guarded.required_role = role  # type: ignore[attr-defined]
        return guarded

    return decorate


async def check_form(request: Request, form: bool) -> None:
    """Raises an error if the token of the form is missing or wrong."""
    if request.state.caller.means == "token":
        return
    token: object = request.headers.get(CSRF_HEADER)
    if token is None and form:
        fields = await request.form(max_files=20, max_fields=MOST_FIELDS)
        token = fields.get(CSRF_FIELD)
    expected: str = request.state.csrf_token
    if not isinstance(token, str) or not hmac.compare_digest(token.encode(), expected.encode()):
        raise RefusedError(
            403,
            "This form has expired, or does not come from here. Load the page again and send it once more.",
        )


def check_routes(routes: Sequence[BaseRoute]) -> None:
    """Every endpoint that changes something must declare the role that it requires."""
    for route in routes:
        if isinstance(route, Mount) and route.routes:
            check_routes(route.routes)
        elif isinstance(route, Route) and set(route.methods or ()) - SAFE_METHODS:
            assert hasattr(route.endpoint, "required_role"), (
                f"{route.path} does not say which role it requires"
            )
