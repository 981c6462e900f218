"""The API: tasks and candidates in, verdicts out; and the runs of the folder."""

from __future__ import annotations

from starlette.routing import BaseRoute

from asmeant.web.settings import Settings


def routes(_settings: Settings) -> list[BaseRoute]:
    return []
