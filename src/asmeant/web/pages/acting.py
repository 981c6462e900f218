"""Pages that change something: start or resume a run, write its tags."""

from __future__ import annotations

import re
import secrets
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from typing import IO

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Route

from asmeant.analysis.run_tags import write_tags
from asmeant.store_runs import is_run
from asmeant.stores import joined
from asmeant.web.pages.links import LiveLinks
from asmeant.web.pages.viewing import datasets, in_thread
from asmeant.web.responses import RefusedError
from asmeant.web.security.roles import requires
from asmeant.web.settings import Settings

# How long a new run may take to begin, or to report an error.
PATIENCE_SECONDS = 20.0
# Models that read a file of the server are only for callers who may also write here.
FILE_MODELS = ("gguf", "recorded", "trained", "hf")


def routes(_settings: Settings) -> list[BaseRoute]:
    return [
        Route("/runs", start_run, methods=["POST"]),
        Route("/runs/{name}/resume", resume_run, methods=["POST"]),
        Route("/runs/{name}/tags", save_tags, methods=["POST"]),
    ]


@requires("write")
async def save_tags(request: Request) -> Response:
    name = request.path_params["name"]
    files = request.app.state.runs.files(name)
    form = await request.form()
    tags = str(form.get("tags", "")).split(",")
    await in_thread(lambda: write_tags(files, tags))
    return RedirectResponse(LiveLinks().run(name), 303)


@requires("run")
async def start_run(request: Request) -> Response:
    """Starts `asmeant run` with these settings, in a process that outlives the server."""
    _check_allowed(request)
    form = await request.form()
    fields = {name: str(value).strip() for name, value in form.items() if isinstance(value, str)}
    options = run_options(fields, request.state.caller.may("write"))
    name = new_name(fields["dataset"], fields["model"])
    place = joined(request.app.state.settings.folder, name)
    words = [*options, f"--out={place}", "--", fields["dataset"]]
    await in_thread(lambda: begin(words, lambda: is_run(place)))
    request.app.state.runs.claim(name, request.state.caller)
    return RedirectResponse(LiveLinks().run(name), 303)


@requires("run")
async def resume_run(request: Request) -> Response:
    _check_allowed(request)
    name = request.path_params["name"]
    files = request.app.state.runs.files(name)
    request.app.state.runs.check_owner(name, request.state.caller)
    await in_thread(lambda: begin([f"--resume={files.label}"], None))
    return RedirectResponse(LiveLinks().run(name), 303)


def _check_allowed(request: Request) -> None:
    if not request.app.state.settings.allow_run:
        raise RefusedError(403, "Runs cannot be started from here. Start the server with --allow-run.")


def run_options(fields: dict[str, str], may_write: bool) -> list[str]:
    """Options of `asmeant run`. Raises an error if a field is missing, or not allowed for this caller."""
    dataset, model = fields.get("dataset", ""), fields.get("model", "")
    if dataset.partition(":")[0] not in datasets() or dataset.partition(":")[0] == "tasks":
        raise RefusedError(422, f"No dataset is called '{dataset[:80]}'. There are: {', '.join(datasets())}.")
    if not model or (model.partition(":")[0] in FILE_MODELS and not may_write):
        raise RefusedError(422, "Name a model that you may use, such as openai:NAME@URL.")
    options = [f"--model={model}"]
    for name in ("samples", "limit"):
        if value := fields.get(name, ""):
            if not value.isdecimal() or not 1 <= int(value[:9]) <= 1_000_000:
                raise RefusedError(422, f"'{value[:20]}' is not a number for {name}.")
            options.append(f"--{name}={int(value)}")
    return options


def new_name(dataset: str, model: str) -> str:
    words = re.sub(r"[^\w.+-]+", "-", f"{dataset}-{model}").strip("-.")[:80]
    return f"{words}-{time.strftime('%Y%m%d-%H%M%S')}-{secrets.token_hex(2)}"


def begin(arguments: list[str], has_begun: Callable[[], bool] | None) -> None:
    """Starts a run, and waits until it has begun. Raises its error message if it cannot."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            [sys.executable, "-m", "asmeant", "run", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
            start_new_session=True,
        )
        deadline = time.monotonic() + PATIENCE_SECONDS
        settled_at = time.monotonic() + 1.5  # without a file to wait for, an error comes soon
        while time.monotonic() < deadline:
            if process.poll() is not None:
                if process.returncode != 0:
                    raise RefusedError(422, _last_words(errors))
                return
            if has_begun() if has_begun else time.monotonic() > settled_at:
                return
            time.sleep(0.05)


def _last_words(errors: IO[bytes]) -> str:
    errors.seek(0)
    lines = [line for line in errors.read()[-4000:].decode("utf-8", "replace").splitlines() if line.strip()]
    return lines[-1] if lines else "The run could not be started."
