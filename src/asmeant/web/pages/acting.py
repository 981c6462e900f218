"""What changes something: a run is started or resumed, its tags are written."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from asmeant.analysis.run_tags import write_tags
from asmeant.web.pages.links import LiveLinks
from asmeant.web.pages.viewing import in_thread
from asmeant.web.security.roles import requires
from asmeant.web.settings import Settings


def routes(_settings: Settings) -> list[BaseRoute]:
    return [Route("/runs/{name}/tags", save_tags, methods=["POST"])]


@requires("write")
async def save_tags(request: Request) -> Response:
    name = request.path_params["name"]
    files = request.app.state.runs.files(name)
    form = await request.form()
    tags = str(form.get("tags", "")).split(",")
    await in_thread(lambda: write_tags(files.path, tags))
    return RedirectResponse(LiveLinks().run(name), 303)
