"""The playground: takes an intent or code from a form, and streams answers as they are found."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from starlette.datastructures import FormData, UploadFile
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response, StreamingResponse
from starlette.routing import BaseRoute, Route

from asmeant.answers import Answer, rank
from asmeant.errors import AsmeantError
from asmeant.web.pages.trying import MOST_SAMPLES, TrialRequest, answers
from asmeant.web.rendering import environment, look_of, render
from asmeant.web.responses import RefusedError
from asmeant.web.security.roles import requires
from asmeant.web.settings import Settings

NDJSON = "application/x-ndjson"
MOST_AT_ONCE = 4
MODELS = ("embedded",)


def routes(_settings: Settings) -> list[BaseRoute]:
    playground = Playground()
    return [
        Route("/playground", playground.show, methods=["GET"]),
        Route("/playground", playground.answer, methods=["POST"]),
    ]


class Playground:
    """Bounded: if all places are taken, callers are told to try again."""

    def __init__(self) -> None:
        self._places = threading.BoundedSemaphore(MOST_AT_ONCE)
        self.answer = requires("run")(self._answer)

    async def show(self, request: Request) -> Response:
        return page(request, TrialRequest(is_sample_tree=True), [])

    async def _answer(self, request: Request) -> Response:
        form = await request.form(max_files=1, max_fields=50)
        trial = await asyncio.to_thread(trial_of, request, form)
        trial.task()  # errors in the request are reported before anything runs
        if not self._places.acquire(blocking=False):
            raise RefusedError(
                429, "All places of the playground are taken. Try again.", headers={"retry-after": "5"}
            )
        if NDJSON in request.headers.get("accept", ""):
            lines = self._lines(trial, request)
            return StreamingResponse(lines, media_type=NDJSON, headers={"x-accel-buffering": "no"})
        return await asyncio.to_thread(self._page, request, trial)

    def _page(self, request: Request, trial: TrialRequest) -> Response:
        try:
            return page(request, trial, list(answers(trial, request.app.state.settings.sandbox)))
        finally:
            self._places.release()

    def _lines(self, trial: TrialRequest, request: Request) -> Iterator[bytes]:
        """All groups again with each answer, because a new one may change the order."""
        answered: list[Answer] = []
        look = look_of(request)
        language = trial.task().code_language
        template = environment().get_template("answers.html")
        try:
            for answer in answers(trial, request.app.state.settings.sandbox):
                answered.append(answer)
                html = template.render(groups=rank(answered), code_language=language, **look)
                yield msgspec.json.encode({"html": html.encode("utf-8", "replace").decode()}) + b"\n"
        except AsmeantError as error:
            yield msgspec.json.encode({"error": str(error)}) + b"\n"
        finally:
            self._places.release()


def page(request: Request, trial: TrialRequest, answered: list[Answer]) -> HTMLResponse:
    context: Mapping[str, Any] = {
        "trial": trial,
        "groups": rank(answered),
        "code_language": trial.task().code_language if answered else "bash",
        "models": models(request),
        "may_run": request.state.caller.may("run"),
        "most_samples": MOST_SAMPLES,
        "here": "playground",
    }
    return render(request, "playground.html", **context)


def models(request: Request) -> list[str]:
    """The models that may be asked: the embedded one, and those of the runs if runs may be started."""
    if not request.app.state.settings.allow_run:
        return list(MODELS)
    names = []
    for name in request.app.state.runs.names():
        try:
            names.append(request.app.state.runs.files(name).settings().model)
        except AsmeantError:
            continue
    return [*MODELS, *sorted({name for name in names if name.startswith(("openai:", "hf:", "gguf:"))})]


def trial_of(request: Request, form: FormData) -> TrialRequest:
    def text(name: str) -> str:
        value = form.get(name, "")
        return value.replace("\r\n", "\n") if isinstance(value, str) else ""

    model = text("model") or MODELS[0]
    if model not in models(request):
        raise RefusedError(422, "That model cannot be asked here.")
    samples = text("samples")
    upload = form.get("upload")
    tree = ""
    if isinstance(upload, UploadFile) and upload.size:
        from asmeant.web.uploads import keep_tree

        tree = str(keep_tree(upload.file, request.app.state.settings))
    return TrialRequest(
        intent=text("intent"),
        code=text("code"),
        language=text("language") if text("language") in ("python", "bash") else "",
        model=model,
        samples=int(samples) if samples.isdecimal() and len(samples) < 4 else 3,
        examples=tuple(line.strip() for line in text("examples").splitlines() if line.strip())[:50],
        tree=tree,
        is_sample_tree=not tree and text("tree") == "sample",
    )
