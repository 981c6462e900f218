"""`evaluate`: the whole path in one call, from tasks to scores."""

from __future__ import annotations

import logging
import shutil
import tempfile
import weakref
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from asmeant.loaded_run import LoadedRun
from asmeant.models.clients.spending import Budget
from asmeant.pipeline.open_run import begin_run
from asmeant.pipeline.plan import Plan
from asmeant.pipeline.preparation import Notify
from asmeant.records import Candidate, Limits, Prompting, Sampling, Score, Selection, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.seams import AnswerFunction, Metric, Model, Sandbox, Workers

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The scores of a run, and the folder in which everything about it is written down."""

    folder: RunFolder
    scores: list[Score]

    @property
    def verdicts(self) -> list[Verdict]:
        return list(LoadedRun(self.folder).verdicts())

    @property
    def candidates(self) -> list[Candidate]:
        return list(LoadedRun(self.folder).candidates())


def evaluate(
    tasks: str | Iterable[Task],
    model: str | Model | AnswerFunction = "embedded",
    sampling: Sampling = Sampling(),
    limits: Limits = Limits(),
    folder: Path | str | None = None,
    sandbox: str | Sandbox = "",
    world: str = "",
    strict: bool = False,
    *,
    prompting: Prompting = Prompting(),
    selection: Selection = Selection(),
    answers: Path | None = None,
    data: Path | None = None,
    workers: int | Workers | None = None,
    on: str = "local",
    every: bool = False,
    cache: Path | None = None,
    metrics: Iterable[str | Metric] = (),
    by: str = "intent_language",
    budget: Budget = Budget(),
    reply_cache: Path | None = None,
    on_verdict: Callable[[Verdict], None] | None = None,
) -> Evaluation:
    """Asks the model, runs what it answers, and scores it.

    `tasks` is the name of a dataset, or tasks; `model` is a name, a `Model`, or a function that takes a task
    and returns its answer. Everything else is as on the command line. The same call with the same `folder`
    goes on where the last one stopped; without a folder nothing is kept once the evaluation is forgotten.
    `on_verdict` is called with each new verdict.
    """
    plan = Plan(
        model=model,
        selection=selection,
        prompting=prompting,
        sampling=sampling,
        limits=limits,
        world=world,
        answers=answers,
        sandbox=sandbox,
        workers=workers,
        on=on,
        strict=strict,
        every=every,
        cache=cache,
        data=data,
        folder=folder,
        metrics=tuple(metrics),
        by=by,
        budget=budget,
        reply_cache=reply_cache,
    )
    plan = replace(plan, dataset=tasks) if isinstance(tasks, str) else replace(plan, tasks=tuple(tasks))
    return carry_out(plan, on_verdict=on_verdict)


def carry_out(
    plan: Plan, notify: Notify = log.warning, on_verdict: Callable[[Verdict], None] | None = None
) -> Evaluation:
    """The whole path of a plan."""
    temporary = plan.folder is None
    if temporary:
        plan = replace(plan, folder=Path(tempfile.mkdtemp(prefix="asmeant-run-")))
    try:
        with begin_run(plan, notify) as run:
            for verdict in run.decide(run.generate()):
                if on_verdict is not None:
                    on_verdict(verdict)
            evaluation = Evaluation(run.files, run.compute_scores())
    except BaseException:
        if temporary:
            shutil.rmtree(str(plan.folder), ignore_errors=True)
        raise
    if temporary:
        weakref.finalize(evaluation.folder, shutil.rmtree, str(plan.folder), ignore_errors=True)
    return evaluation
