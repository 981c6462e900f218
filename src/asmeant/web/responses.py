"""Errors for both programs and people: a problem in JSON, or a page."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus

import msgspec
from starlette.responses import Response


class Problem(msgspec.Struct, frozen=True, omit_defaults=True):
    """What went wrong (RFC 9457). `path` says where in the body: `$.candidates[3].code`."""

    title: str
    status: int
    detail: str = ""
    path: str = ""


class RefusedError(Exception):
    """Raised by an endpoint. The request is answered with this problem."""

    def __init__(
        self, status: int, detail: str, path: str = "", headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(detail)
        self.status, self.detail, self.path, self.headers = status, detail, path, dict(headers or {})

    def response(self) -> Response:
        return problem(self.status, self.detail, self.path, self.headers)


def problem(
    status: int, detail: str = "", path: str = "", headers: Mapping[str, str] | None = None
) -> Response:
    record = Problem(title_of(status), status, detail, path)
    return Response(msgspec.json.encode(record), status, headers, "application/problem+json")


def title_of(status: int) -> str:
    try:
        return HTTPStatus(status).phrase
    except ValueError:
        return "Error"


def json_response(record: object, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(record), status, headers, "application/json")
