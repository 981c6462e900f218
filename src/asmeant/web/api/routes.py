"""The routes of the API, and the description of them."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from asmeant.web.api.openapi import description
from asmeant.web.api.operations import operation_routes
from asmeant.web.responses import json_response


def routes() -> list[BaseRoute]:
    return [*operation_routes(), Route("/api/openapi.json", get_description, methods=["GET"])]


async def get_description(_request: Request) -> Response:
    return json_response(description())
