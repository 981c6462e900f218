"""POST /api/v1/trees: stores an archive, and returns the name by which tasks can use it."""

from __future__ import annotations

import asyncio
import io

from starlette.requests import Request
from starlette.responses import Response

from asmeant.client.trees import UPLOAD
from asmeant.client.wire import Uploaded
from asmeant.web.responses import json_response
from asmeant.web.settings import Settings
from asmeant.web.uploads import keep_tree


async def post_tree(request: Request) -> Response:
    settings: Settings = request.app.state.settings
    content = io.BytesIO(await request.body())
    path = await asyncio.to_thread(keep_tree, content, settings)
    entries = path.read_bytes().count(b"\n")
    return json_response(Uploaded(UPLOAD + path.stem, entries))
