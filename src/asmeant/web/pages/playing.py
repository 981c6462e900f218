"""The playground."""

from __future__ import annotations

from starlette.routing import BaseRoute

from asmeant.web.settings import Settings


def routes(_settings: Settings) -> list[BaseRoute]:
    return []
