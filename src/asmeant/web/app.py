"""Settings -> the application: routes, security, and shared state."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount
from starlette.staticfiles import StaticFiles

from asmeant.errors import AsmeantError, DataError, RunBusyError, RunError, UsageError
from asmeant.pipeline import LocalCourt
from asmeant.web import pages
from asmeant.web.api import routes as api
from asmeant.web.api.desk import Desk
from asmeant.web.api.kept import KeptBatches
from asmeant.web.rendering import STATIC, render
from asmeant.web.responses import RefusedError, problem, title_of
from asmeant.web.runs import Runs
from asmeant.web.security import login
from asmeant.web.security.bodies import BoundedBodies
from asmeant.web.security.headers import SecurityHeaders
from asmeant.web.security.hosts import KnownHosts
from asmeant.web.security.identity import Identity
from asmeant.web.security.roles import check_routes
from asmeant.web.security.sessions import Sessions
from asmeant.web.security.users import Users, read_users
from asmeant.web.settings import Settings

STATUSES: dict[type[AsmeantError], int] = {UsageError: 422, DataError: 422, RunBusyError: 409, RunError: 404}


def create_app(settings: Settings, make_court: Callable[[], LocalCourt] | None = None) -> Starlette:
    """The application.

    `make_court` creates the judge when it is first used; the default follows the settings.
    """
    users = read_users(settings.users, settings.token)
    sessions = Sessions(settings.session_hours, settings.idle_hours)
    routes: list[BaseRoute] = [
        *login.routes(),
        *api.routes(),
        *pages.routes(settings),
        Mount("/static", _Assets(directory=STATIC)),
    ]
    check_routes(routes)
    app = Starlette(
        routes=routes,
        middleware=_middleware(settings, users, sessions),
        exception_handlers={
            RefusedError: _refused,
            HTTPException: _refused,
            AsmeantError: _failed,
            Exception: _broken,
        },
        lifespan=_lifespan,
    )
    app.router.redirect_slashes = False
    app.state.settings, app.state.users, app.state.sessions = settings, users, sessions
    app.state.runs = Runs(settings.folder, settings.state)
    if settings.project:
        _open_project(app, settings)
    app.state.desk = Desk(settings, make_court)
    app.state.judge = app.state.desk.court
    app.state.kept_batches = KeptBatches(settings.state / "batches", settings.quotas)
    return app


def _open_project(app: Starlette, settings: Settings) -> None:
    """Opens the project at the start, so that a missing one is an error now, not at the first request."""
    from asmeant.authoring.project import Project
    from asmeant.web.pages.authoring.posts import posts_of

    app.state.project = Project.open(settings.project)
    app.state.posts = posts_of(settings.project, settings.posts)
    app.state.posts.read()


def _middleware(settings: Settings, users: Users, sessions: Sessions) -> list[Middleware]:
    quotas = settings.quotas
    bodies = {
        "": quotas.form_bytes,
        "/api/": quotas.batch_bytes,
        "/api/v1/trees": quotas.upload_bytes,
        "/playground": quotas.upload_bytes,
        "/author/import": quotas.upload_bytes,
    }
    return [
        Middleware(SecurityHeaders, insist_on_https=settings.is_secure and not settings.is_local),
        Middleware(KnownHosts, settings.hosts, settings.public_url),
        Middleware(Identity, settings, users, sessions),
        Middleware(BoundedBodies, bodies, quotas.body_seconds),
    ]


@asynccontextmanager
async def _lifespan(app: Starlette) -> AsyncIterator[None]:
    app.state.desk.open()
    try:
        yield
    finally:
        app.state.desk.close()
        if app.state.settings.project:
            app.state.project.close()


class _Assets(StaticFiles):
    """Files of the package. Their addresses change with their content."""

    def file_response(self, *arguments: object, **options: object) -> Response:
        response = super().file_response(*arguments, **options)  # type: ignore[arg-type]
        response.headers["cache-control"] = "public, max-age=31536000, immutable"
        return response


# ── errors ──


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, RefusedError):
        return _answer(request, error.status, error.detail, error.path, error.headers)
    assert isinstance(error, HTTPException)
    detail = error.detail if error.detail != title_of(error.status_code) else ""
    return _answer(request, error.status_code, detail, "", dict(error.headers or {}))


async def _failed(request: Request, error: Exception) -> Response:
    """Errors of asmeant say what is wrong and what to do."""
    status = next((status for kind, status in STATUSES.items() if isinstance(error, kind)), 500)
    return _answer(request, status, str(error), "", {})


async def _broken(request: Request, _error: Exception) -> Response:
    """Any other exception is a bug. The log has the traceback; the caller is not told details."""
    return _answer(request, 500, "Something went wrong in the server. Its log says what.", "", {})


def _answer(request: Request, status: int, detail: str, path: str, headers: dict[str, str]) -> Response:
    if request.url.path.startswith("/api/") or not hasattr(request.state, "caller"):
        return problem(status, detail, path, headers)
    response = render(request, "error.html", status, title=title_of(status), detail=detail)
    response.headers.update(headers)
    return response
