"""Plan: all settings with which a run is started; and the id of a run."""

from __future__ import annotations

import hashlib
import os
import platform
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from asmeant import __version__
from asmeant.models.clients.reply_cache import MOST_MB
from asmeant.models.clients.spending import Budget
from asmeant.records import Limits, Prompting, Run, Sampling, Selection, Task, to_json
from asmeant.seams import AnswerFunction, Metric, Model, Sandbox, Workers

LARGEST_DIGESTED, DIGESTED_OF_LARGE = 64 << 20, 1 << 20
THIS_PYTHON = "this"


@dataclass(frozen=True, slots=True)
class Plan:
    """The settings of a run to come. The command line, `evaluate` and every other caller make one of these.

    A dataset and a model are named as on the command line (`odex`, `tasks:my.jsonl`, `openai:NAME@URL`), or
    given as they are: `tasks` in memory, a `Model`, or a function that answers a task.

    `world` is where programs run: the name of a world, `this` for this Python, or empty for the world of the
    dataset where that is built. An empty `sandbox` is the default one. `on` is where the work is done: on the
    cores of this machine (`local`), in this process (`here`), or on a Ray cluster (`ray`, `ray://HOST:PORT`,
    `HOST:PORT`). Without `workers`, their number is chosen. `data` is the folder of released files. `folder`
    is that of the run, or the URL of one on a store (`s3://BUCKET/RUN`): by default one in `runs` (a folder,
    or a URL) that is called by the run's id.

    Candidates of a task that are the same program are run once, unless `every` is set. With a folder `cache`,
    programs that another run has run are not run again.

    `budget` limits what a model server may use in the whole run. With a folder `reply_cache`, replies that
    another run got are not requested again.
    """

    dataset: str = "tasks"
    tasks: tuple[Task, ...] | None = None
    model: str | Model | AnswerFunction = "embedded"
    selection: Selection = Selection()
    prompting: Prompting = Prompting()
    sampling: Sampling = Sampling()
    limits: Limits = Limits()
    world: str = ""
    answers: Path | None = None
    sandbox: str | Sandbox = ""
    on: str = "local"
    workers: int | Workers | None = None
    strict: bool = False
    every: bool = False
    cache: Path | None = None
    data: Path | None = None
    folder: Path | str | None = None
    runs: Path | str = Path("runs")
    metrics: tuple[str | Metric, ...] = ()
    by: str = "intent_language"
    budget: Budget = Budget()
    reply_cache: Path | None = None
    reply_cache_mb: float = MOST_MB

    @property
    def model_name(self) -> str:
        if isinstance(self.model, str):
            return self.model
        name: str = getattr(self.model, "name", "") or getattr(self.model, "__name__", "")
        return name if name.strip("<>") == name and name else "function"  # a lambda is called <lambda>

    def settings(self, place: str) -> Run:
        """The part of the plan that decides the outcome of the run. It is written to run.json."""
        return Run(
            id="",
            dataset=self.dataset,
            model=self.model_name,
            selection=self.selection,
            prompt=self.prompting,
            sampling=self.sampling,
            limits=self.limits,
            world=place,
        )

    def with_settings(self, run: Run) -> Plan:
        """This plan with the settings of an existing run. The plan may name another place."""
        world = world_of(run.world)
        return replace(
            self,
            dataset=run.dataset,
            model=run.model,
            selection=run.selection,
            prompting=run.prompt,
            sampling=run.sampling,
            limits=run.limits,
            world=self.world or world,
        )


def world_of(label: str) -> str:
    """What `--world` would name for a run that ran there: of several places, the first that is a world."""
    names = [place.partition("@")[0] for place in label.split(", ") if "@" in place]
    return re.sub(r"-[\d.]+$", "", names[0]) if names else THIS_PYTHON


def named(run: Run, tasks: Iterable[Task]) -> Run:
    """The run with its id: readable words, and a digest of everything that changes the outcome."""
    digest = hashlib.sha256(to_json(replace(run, id="", versions={})))
    for task in tasks:
        digest.update(to_json(task))
    digest.update(_content(run.model.partition(":")[2]))
    digest.update(_content(run.prompt.style))
    words = re.sub(r"[^\w.+-]+", "-", "-".join([run.dataset, *run.selection.languages, run.model]))
    versions = {"asmeant": __version__, "python": platform.python_version()}
    return replace(run, id=f"{words.strip('-')[:80]}-{digest.hexdigest()[:8]}", versions=versions)


def _content(words: str) -> bytes:
    """The content of the file or folder that a model or a prompt style is read from, for the digest."""
    path = Path(words.partition("?")[0]).expanduser()
    try:
        if not words or not path.exists():
            return b""
        if path.is_file():
            return _read(path)
        return b"".join(_digest(file) for file in sorted(path.iterdir()) if file.is_file())
    except OSError:
        return b""


def _digest(file: Path) -> bytes:
    size = file.stat().st_size
    return hashlib.sha256(f"{file.name}\0{size}\0".encode() + _read(file)).digest()


def _read(file: Path) -> bytes:
    """All of a file; of a large one its size, its first and its last bytes, in which other weights differ."""
    size = file.stat().st_size
    if size <= LARGEST_DIGESTED:
        return file.read_bytes()
    with file.open("rb") as opened:
        first = opened.read(DIGESTED_OF_LARGE)
        opened.seek(-DIGESTED_OF_LARGE, os.SEEK_END)
        return f"{size}\0".encode() + first + opened.read()
