"""Joins the arrows: Task -> Candidate -> Observation -> Verdict -> Score. Skips what is already written."""

from __future__ import annotations

import hashlib
import platform
import re
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path

from asmeant import __version__
from asmeant.errors import ModelError, RunError, UsageError
from asmeant.execution import SMALL_PROGRAM, Place, assemble, default_sandbox, load_sandbox, refused
from asmeant.execution.installed import libraries_in
from asmeant.execution.worlds import built
from asmeant.judging import judge
from asmeant.loaded_run import LoadedRun
from asmeant.metrics.score import Judged, default_metrics, measure_all, score, slices, within
from asmeant.records import (
    Candidate,
    Limits,
    Observation,
    Run,
    Sampling,
    Score,
    Task,
    TaskPrompt,
    Verdict,
    to_json,
)
from asmeant.runs import RunFolder
from asmeant.seams import Metric, Model, Sandbox, Workers
from asmeant.workers import cores, local_workers, probed_count

LARGEST_DIGESTED = 64 << 20


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What `evaluate` found out, and the folder in which all of it is written down."""

    folder: RunFolder
    scores: list[Score]

    @property
    def verdicts(self) -> list[Verdict]:
        return list(self.folder.read(Verdict))

    @property
    def candidates(self) -> list[Candidate]:
        return list(self.folder.read(Candidate))


def evaluate(
    tasks: Iterable[Task],
    model: Model,
    sampling: Sampling = Sampling(),
    limits: Limits = Limits(),
    folder: Path | None = None,
    sandbox: str | None = None,
    world: str | None = None,
    strict: bool = False,
) -> Evaluation:
    """Asks the model, runs what it answers, and scores it: the whole path in one call.

    Programs run in this Python, or in a world that was built.
    """
    place = Place(built(world)) if world else Place()
    tasks = [place.known(task) for task in tasks]
    settings = Run("", "tasks", model.name, sampling=sampling, limits=limits, world=place.label)
    run = named(settings, tasks)
    files = RunFolder(folder or Path(tempfile.mkdtemp(prefix="asmeant-run-")))
    with files:
        open_run(files, run, tasks, place)
        walls = load_sandbox(sandbox or default_sandbox(), place)
        workers = workers_for(len(tasks) * sampling.count, walls, limits)
        for _ in decide(files, generate(files, model), walls, workers, strict):
            pass
        return Evaluation(files, write_scores(files))


def named(run: Run, tasks: Iterable[Task]) -> Run:
    """The run with its id: words for a person, and a digest of all that changes the outcome."""
    digest = hashlib.sha256(to_json(replace(run, id="", versions={})))
    for task in tasks:
        digest.update(to_json(task))
    digest.update(_content(run.model.partition(":")[2]))
    words = re.sub(r"[^\w.+-]+", "-", "-".join([run.dataset, *run.selection.languages, run.model]))
    versions = {"asmeant": __version__, "python": platform.python_version()}
    return replace(run, id=f"{words.strip('-')[:80]}-{digest.hexdigest()[:8]}", versions=versions)


def _content(words: str) -> bytes:
    """What a model is read from, where that is a file: other replies are another run."""
    path = Path(words.partition("?")[0]).expanduser()
    try:
        small = words and path.is_file() and path.stat().st_size <= LARGEST_DIGESTED
        return path.read_bytes() if small else b""
    except OSError:
        return b""


def open_run(files: RunFolder, run: Run, tasks: Iterable[Task], place: Place | None = None) -> Run:
    """Begins a run, or goes on with the one that is there, if it is the same.

    With the place in which programs will run, the versions of its libraries are written down.
    """
    if files.exists():
        begun = files.settings()
        if begun.id != run.id:
            raise RunError(
                f"{files.path} holds another run ({begun.id}, not {run.id}). "
                f"Go on with it by --resume {files.path}, or choose another folder with --out."
            )
        return begun
    tasks = list(tasks)
    if not tasks:
        raise UsageError("No task is left to run. Look at --lang, --ids and --limit.")
    if place is not None:
        libraries = libraries_in(place, libraries_of(tasks)).versions
        # Ours come first, and the name of no library takes the place of them.
        run = replace(run, versions={**run.versions, **libraries, **run.versions})
    files.begin(run, tasks)
    return run


def libraries_of(tasks: Iterable[Task]) -> set[str]:
    """What the tasks that can be run need, by the names under which it is imported."""
    return {library for task in tasks if task.checks for library in task.scaffold.libraries}


def generate(
    files: RunFolder, model: Model, dataset: Callable[[], Iterable[Task]] | None = None
) -> Iterator[Candidate]:
    """The candidates that are still missing, each written down before it is handed on.

    `dataset` gives all tasks of the dataset, for a model that knows them only by their order.
    """
    if getattr(model, "by_position", False):
        run = [task.id for task in files.read(Task)]
        model.number(run, [task.id for task in dataset()] if dataset else run)  # type: ignore[attr-defined]
    sampling = files.settings().sampling
    done = {(candidate.task_id, candidate.rank) for candidate in files.read(Candidate)}
    wanted = (
        task
        for task in files.read(Task)
        if any((task.id, rank) not in done for rank in range(sampling.count))
    )
    for candidate in model.generate(_with_prompts(files, model, wanted, sampling), sampling, done):
        files.append(candidate)
        done.add((candidate.task_id, candidate.rank))
        yield candidate
    missing = len(files.tasks()) * sampling.count - len(done)
    if missing:
        raise ModelError(
            f"The model '{model.name}' left out {missing} candidates without a word. "
            f"Run the same command again for the rest; if it happens again, the fault is in its plug-in."
        )


def _with_prompts(
    files: RunFolder, model: Model, tasks: Iterable[Task], sampling: Sampling
) -> Iterator[Task]:
    """The tasks, the prompt of each written down before its task is handed on.

    A prompt that is there already is not written again; one that has changed since is, below the first.
    """
    prompt_of = getattr(model, "prompt_of", None)
    recorded = {prompt.task_id: prompt for prompt in files.read(TaskPrompt)} if prompt_of else {}
    for task in tasks:
        prompt = prompt_of(task, sampling) if prompt_of else None
        if prompt is not None and recorded.get(task.id) != prompt:
            files.append(prompt)
        yield task


def decide(
    files: RunFolder, new: Iterable[Candidate], sandbox: Sandbox, workers: Workers, strict: bool = False
) -> Iterator[Verdict]:
    """Runs and judges the candidates that are waiting, and then the new ones as they come.

    With `strict`, what was decided beside the candidate is undecided.
    """
    tasks = {task.id: task for task in files.read(Task)}
    limits = files.settings().limits
    judged = {(verdict.task_id, verdict.rank) for verdict in files.read(Verdict)}
    seen = _seen(files, judged)
    waiting = [candidate for candidate in files.read(Candidate) if _key(candidate) not in judged]

    def observe(candidate: Candidate) -> tuple[Candidate, list[Observation]]:
        task, before = tasks[candidate.task_id], seen.get(_key(candidate), [])
        if {check.name for check in task.checks} <= {observation.check for observation in before}:
            return candidate, before
        if not candidate.code.strip():
            return candidate, list(refused(task, candidate))
        return candidate, list(sandbox.run([assemble(task, candidate)], limits))

    for candidate, observations in workers.map(observe, chain(waiting, new)):
        if observations is not seen.get(_key(candidate)):
            files.append(*observations)
        verdict = judge(tasks[candidate.task_id], candidate.rank, observations, strict)
        files.append(verdict)
        yield verdict


# A probe takes about a second: with fewer programs it could not win that back.
WORTH_A_PROBE = 500


def workers_for(programs: int, sandbox: Sandbox, limits: Limits, count: int | None = None) -> Workers:
    """As many as were asked for; where there is much to run, as many as a short probe finds best."""
    if programs:
        list(sandbox.run([SMALL_PROGRAM], limits))  # one that cannot start says so before a model is asked
    if count is None and programs >= WORTH_A_PROBE:
        count = probed_count(lambda: list(sandbox.run([SMALL_PROGRAM], limits)), 2 * cores())
    return local_workers(count)


def _seen(files: RunFolder, judged: set[tuple[str, int]]) -> dict[tuple[str, int], list[Observation]]:
    """Observations that wait for their verdict."""
    seen = defaultdict(list)
    for observation in files.read(Observation):
        if _key(observation) not in judged:
            seen[_key(observation)].append(observation)
    return dict(seen)


def _key(record: Candidate | Observation | Verdict) -> tuple[str, int]:
    return record.task_id, record.rank


def write_scores(
    files: RunFolder, metrics: Iterable[Metric] = (), by: str = "intent_language", processes: int = 1
) -> list[Score]:
    scores = scored(files, metrics, by, processes=processes)
    files.write_scores(scores)
    return scores


def scored(
    files: RunFolder,
    metrics: Iterable[Metric] = (),
    by: str = "intent_language",
    cluster: str | None = None,
    processes: int = 1,
) -> list[Score]:
    """Every metric over all tasks, and over each slice of them.

    `cluster` names the field or tag that tasks share which do not count as independent; by default the
    question that they come from. Scripts that ask for more than one process need a main guard.
    """
    judged = join(files)
    run = files.settings()
    chosen = list(metrics) or default_metrics(run.sampling.count)
    extraction = run.prompt.extraction
    found = measure_all(chosen, judged, processes)
    return [
        score(
            metric,
            [item for item in judged if within(item.task, where)],
            where,
            __version__,
            measured,
            cluster,
            settings=[f"extraction:{extraction}"] if extraction != "answer" else [],
        )
        for where in slices((item.task for item in judged), by)
        for metric, measured in zip(chosen, found, strict=True)
    ]


def join(files: RunFolder) -> list[Judged]:
    """Every task that has a verdict, with its candidates and verdicts in the order of their ranks.

    Of a run that was not judged, every task that has a candidate: metrics that compare texts need no more.
    """
    return list(LoadedRun(files).judged)
