"""The operations of the API: one table, from which both the routes and their description are made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from starlette.routing import BaseRoute, Route

from asmeant.client import wire
from asmeant.web.api import looking, trees, verdicts
from asmeant.web.security.callers import Role
from asmeant.web.security.roles import Endpoint, requires

Kinds = Mapping[str, type]  # by media type
BYTES = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Operation:
    """One method of one path. `body` and `answer` are records by media type; bytes have no record."""

    method: str
    path: str
    summary: str
    endpoint: Endpoint
    role: Role | None = "look"
    body: Kinds = field(default_factory=dict)
    query: type | None = None
    answer: Kinds = field(default_factory=dict)
    takes_key: bool = False
    refusals: tuple[int, ...] = ()


_RUN = (404, 422)
OPERATIONS = (
    Operation(
        "POST",
        "/api/v1/verdicts",
        "Judge a batch of candidates. Verdicts come as they are decided.",
        verdicts.post_verdicts,
        "run",
        body={"application/json": wire.Batch},
        answer={
            wire.NDJSON: wire.Event,  # type: ignore[dict-item]
            wire.EVENT_STREAM: str,
            "application/json": wire.Verdicts,
        },
        takes_key=True,
        refusals=(400, 404, 406, 408, 409, 413, 415, 422, 429, 503),
    ),
    Operation(
        "POST",
        "/api/v1/trees",
        "Upload a starting tree for Bash tasks: a tar or zip archive, or a listing.",
        trees.post_tree,
        "run",
        body={BYTES: bytes},
        answer={"application/json": wire.Uploaded},
        refusals=(408, 413, 422),
    ),
    Operation(
        "GET",
        "/api/v1/runs",
        "The runs of the folder, the one that changed last first.",
        looking.get_runs,
        query=wire.Page,
        answer={"application/json": wire.RunPage},
        refusals=(422,),
    ),
    Operation(
        "GET",
        "/api/v1/runs/{run}",
        "One run: settings, scores, and how many candidates passed.",
        looking.get_run,
        answer={"application/json": wire.RunView},
        refusals=_RUN,
    ),
    Operation(
        "GET",
        "/api/v1/runs/{run}/tasks",
        "The tasks of a run.",
        looking.get_tasks,
        query=wire.Page,
        answer={"application/json": wire.TaskPage},
        refusals=_RUN,
    ),
    Operation(
        "GET",
        "/api/v1/runs/{run}/attempts",
        "The candidates of a run, with their verdicts and observations.",
        looking.get_attempts,
        query=wire.AttemptFilter,
        answer={"application/json": wire.AttemptPage},
        refusals=_RUN,
    ),
    Operation(
        "GET",
        "/api/v1/server",
        "What the server judges with, and who it takes you for.",
        looking.get_server,
        answer={"application/json": wire.ServerView},
    ),
    Operation(
        "GET",
        "/api/v1/health",
        "Whether the server takes requests. Needs no token.",
        looking.get_health,
        None,
        answer={"application/json": wire.Health},
    ),
)


def operation_routes() -> list[BaseRoute]:
    return [
        Route(item.path, requires(item.role, form=False)(item.endpoint), methods=[item.method])
        for item in OPERATIONS
    ]
