"""Operations -> their OpenAPI 3.1 description. The schemas are those of the records."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Any

import msgspec

from asmeant import __version__
from asmeant.client.wire import KEY_HEADER, Batch
from asmeant.web.api.operations import OPERATIONS, Operation
from asmeant.web.api.reading import LONGEST_KEY
from asmeant.web.responses import Problem

Json = dict[str, Any]
DESCRIPTION = (
    "Tasks and candidates in, verdicts out. A batch has at most 10,000 candidates. With an idempotency key, "
    "a batch that is sent again is continued: each candidate is decided once."
)
EXAMPLE: Json = {
    "tasks": [
        {
            "id": "double",
            "intent": "Double the number n.",
            "checks": [{"probes": ["assert f(2) == 4", "assert f(-1) == -2"]}],
            "scaffold": {"entry": "f"},
        }
    ],
    "candidates": [{"task_id": "double", "code": "def f(n):\n    return n + n"}],
}


@lru_cache(maxsize=1)
def description() -> Json:
    kinds = [kind for item in OPERATIONS for kind in (*item.body.values(), *item.answer.values())]
    queries = [item.query for item in OPERATIONS if item.query]
    every = [*kinds, *queries, Problem]
    schemas, components = msgspec.json.schema_components(every, ref_template="#/components/schemas/{name}")
    by_kind = dict(zip(every, schemas, strict=True))
    paths: Json = {}
    for item in OPERATIONS:
        paths.setdefault(item.path, {})[item.method.lower()] = _operation(item, by_kind, components)
    return {
        "openapi": "3.1.0",
        "info": {"title": "asmeant", "version": __version__, "description": DESCRIPTION},
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}, {}],
    }


def _operation(item: Operation, by_kind: Mapping[Any, Json], components: Mapping[str, Any]) -> Json:
    described: Json = {
        "operationId": item.endpoint.__name__,
        "summary": item.summary,
        "responses": {
            "200": {
                "description": "Done.",
                "content": {media: {"schema": by_kind[kind]} for media, kind in item.answer.items()},
            },
            **{str(status): _refusal(status, by_kind) for status in _refusals(item)},
        },
    }
    if parameters := _parameters(item, by_kind, components):
        described["parameters"] = parameters
    if item.body:
        described["requestBody"] = {
            "required": True,
            "content": {media: _body(kind, by_kind) for media, kind in item.body.items()},
        }
    if item.role is not None:
        described["description"] = f"Needs the role `{item.role}`."
    return described


def _body(kind: type, by_kind: Mapping[Any, Json]) -> Json:
    if kind is bytes:
        return {}
    examples = {"example": EXAMPLE} if kind is Batch else {}
    return {"schema": by_kind[kind], **examples}


def _refusals(item: Operation) -> list[int]:
    statuses = () if item.role is None else (401,)
    return sorted({*item.refusals, *statuses, 403})


def _refusal(status: int, by_kind: Mapping[Any, Json]) -> Json:
    described: Json = {
        "description": HTTPStatus(status).phrase,
        "content": {"application/problem+json": {"schema": by_kind[Problem]}},
    }
    if status in (409, 429, 503):
        seconds = {"description": "Seconds to wait.", "schema": {"type": "integer"}}
        described["headers"] = {"Retry-After": seconds}
    return described


def _parameters(item: Operation, by_kind: Mapping[Any, Json], components: Mapping[str, Any]) -> list[Json]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string", "minLength": 1}}
        for name in re.findall(r"{(\w+)}", item.path)
    ]
    if item.query is not None:
        schema = components[by_kind[item.query]["$ref"].rpartition("/")[2]]
        for name, kind in schema["properties"].items():
            parameters.append({"name": name, "in": "query", "schema": _without_null(kind)})
    if item.takes_key:
        text = "The same for every attempt at one batch. Kept for a day."
        schema = {"type": "string", "maxLength": LONGEST_KEY}
        parameters.append({"name": KEY_HEADER.title(), "in": "header", "description": text, "schema": schema})
    return parameters


def _without_null(kind: Json) -> Json:
    """A query parameter cannot be null: it is present or absent."""
    if "anyOf" in kind:
        return next(item for item in kind["anyOf"] if item.get("type") != "null")
    if "enum" in kind:
        return {**kind, "enum": [value for value in kind["enum"] if value is not None]}
    return kind
