"""The side of a node: candidates -> observations, on one of its cores. Zygotes and worlds live here."""

from __future__ import annotations

import platform
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from filelock import FileLock

import asmeant
from asmeant.errors import AsmeantError, SandboxError
from asmeant.execution import Place, load_sandbox
from asmeant.execution.worlds import Built, built, find_world, worlds_folder
from asmeant.execution.worlds.build import build, state
from asmeant.execution.worlds.commands import BuiltCommands, usual_commands
from asmeant.pipeline.cluster.crew import Opened, Reply
from asmeant.pipeline.deadlines import Deadlines
from asmeant.pipeline.observing import observe
from asmeant.records import Candidate, Deadline, Limits, Observation, Program, Task
from asmeant.seams import Closeable, Sandbox
from asmeant.workers import SPARE, Threads

# An actor has one core. While one program runs there, the next one is made ready.
THREADS = 1 + SPARE


@dataclass(frozen=True, slots=True)
class BenchSettings:
    """What a node must have and do, as the process that began the run has and does it."""

    sandbox: str
    world: str
    world_version: str
    world_label: str
    commands_label: str
    answers: Path | None
    seed: int
    python: str
    version: str

    @classmethod
    def of(cls, place: Place, sandbox: str) -> BenchSettings:
        world, commands = place.world, place.commands
        return cls(
            sandbox,
            world=world.world.name if world else "",
            world_version=world.version if world else "",
            world_label=world.label if world else "",
            commands_label=commands.label if commands else "",
            answers=place.answers,
            seed=place.seed,
            python=platform.python_version(),
            version=asmeant.__version__,
        )


@dataclass(frozen=True, slots=True)
class Observed:
    """The observations of each candidate of a batch, and the deadlines that were measured for it."""

    observations: list[list[Observation]]
    deadlines: list[Deadline]


class Bench:
    """One core of a node. Ray makes it an actor; it knows nothing about Ray."""

    def __init__(self, settings: BenchSettings) -> None:
        self._settings = settings
        self._sandboxes: dict[int, Sandbox] = {}  # by seed
        self._workers = Threads(THREADS)

    def open(self) -> Opened:
        try:
            self._sandbox(self._settings.seed)
        except AsmeantError as error:
            return Opened(platform.node(), str(error))
        return Opened(platform.node())

    def _sandbox(self, seed: int) -> Sandbox:
        if seed not in self._sandboxes:
            place = place_here(replace(self._settings, seed=seed))
            self._sandboxes[seed] = load_sandbox(self._settings.sandbox, place)
        return self._sandboxes[seed]

    def observe(self, batch: list[tuple[Task, Candidate]], known: list[Deadline], limits: Limits) -> Reply:
        started = time.monotonic()
        sandbox, measured = self._sandbox(self._settings.seed), list[Deadline]()
        self._require_commands(task for task, _ in batch)
        deadlines = Deadlines(sandbox, limits, known, measured.append)

        def work(place: int) -> tuple[int, list[Observation]]:
            task, candidate = batch[place]
            return place, observe(task, candidate, sandbox, deadlines.limits_of(task))

        observations = dict(self._workers.map(work, range(len(batch))))
        content = Observed([observations[place] for place in range(len(batch))], measured)
        return Reply(content, time.monotonic() - started)

    def run(self, programs: list[Program], limits: Limits, seed: int) -> Reply:
        """All observations of some programs, for who has no run."""
        started = time.monotonic()
        self._require_commands(programs)
        sandbox = self._sandbox(seed)
        observed = self._workers.map(lambda program: list(sandbox.run([program], limits)), programs)
        return Reply([item for items in observed for item in items], time.monotonic() - started)

    def _require_commands(self, tasks: Iterable[Task | Program]) -> None:
        wanted, here = self._settings.commands_label, usual_commands()
        if not wanted or (here is not None and here.label == wanted):
            return
        if any(task.code_language == "bash" for task in tasks):
            raise SandboxError(
                f"The node {platform.node()} has {_label(here)}, and these commands run in {wanted}. "
                "Run there: asmeant world build bash"
            )

    def close(self) -> None:
        self._workers.close()
        for sandbox in self._sandboxes.values():
            if isinstance(sandbox, Closeable):
                sandbox.close()


def place_here(settings: BenchSettings) -> Place:
    """The same place on this node. A world that is not here is built."""
    _require_same("asmeant", asmeant.__version__, settings.version)
    world = None
    if settings.world:
        world = _world_here(settings.world, settings.world_version)
        _require_same("the world", world.label, settings.world_label)
    else:
        _require_same("Python", platform.python_version(), settings.python)
    if settings.answers is not None and not settings.answers.is_dir():
        raise SandboxError(
            f"the folder {settings.answers} (--answers) is not there. Put it where every node finds it."
        )
    commands = usual_commands() if settings.commands_label else None
    return Place(world, settings.answers, seed=settings.seed, commands=commands)


def _world_here(name: str, version: str) -> Built:
    world = find_world(name)
    if state(world, version) == "built":
        return built(name, version)
    folder = worlds_folder()
    folder.mkdir(parents=True, exist_ok=True)
    # One of the processes of this node builds it, and the others wait.
    with FileLock(folder / f".{name}-{version}.cluster.lock"):
        return build(world, version)


def _require_same(name: str, here: str, wanted: str) -> None:
    if here != wanted:
        raise SandboxError(f"{name} is {here} there, and the run began with {wanted}. Install the same.")


def _label(commands: BuiltCommands | None) -> str:
    return commands.label if commands else "no world for commands"
