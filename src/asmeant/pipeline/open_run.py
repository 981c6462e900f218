"""A run that is being written: Task -> Candidate -> Observation -> Verdict -> Score, into its folder.

    with begin_run(Plan("humaneval", model="recorded:replies.jsonl")) as run:
        for verdict in run.decide(run.generate()):
            ...
        scores = run.compute_scores()

What is already written is skipped. The folder is locked while the run is open. Each file is read once when
the run is opened, and again for the scores.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from types import TracebackType

from asmeant.errors import ModelError
from asmeant.execution import Place
from asmeant.judging import judge
from asmeant.loaded_run import Key, LoadedRun
from asmeant.metrics import load_metrics
from asmeant.metrics.score import known_slice
from asmeant.pipeline import preparation
from asmeant.pipeline.cache import open_cache
from asmeant.pipeline.missing import missing_notice
from asmeant.pipeline.plan import Plan, named
from asmeant.pipeline.preparation import Notify
from asmeant.pipeline.recorded_prompts import RecordedPrompts
from asmeant.pipeline.same_program import ProgramKeys
from asmeant.pipeline.scoring import compute_scores
from asmeant.pipeline.sharing import Sharing
from asmeant.pipeline.starting import start_folder
from asmeant.pipeline.where import Work, is_cluster, make_observers
from asmeant.records import Candidate, Deadline, Observation, Run, Score, Status, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.seams import Metric, Model, NeedsOrder, Portable
from asmeant.store_runs import run_folder
from asmeant.stores import joined

log = logging.getLogger(__name__)


def begin_run(plan: Plan, notify: Notify = log.warning) -> OpenRun:
    """The run of a plan. If it was started before, it is continued.

    A wrong dataset, model or setting raises an error here, before anything is written.
    """
    plan = preparation.with_own_prompting(plan)
    place = preparation.find_place(plan.world, plan.dataset, plan.answers)
    tasks = preparation.selected_tasks(plan, place)
    settings = named(plan.settings(place.label_for(tasks)), tasks)
    run = OpenRun(plan, run_folder(plan.folder or joined(plan.runs, settings.id)), place, notify)
    run.start = (settings, tasks)
    if not run.files.exists():
        run.model = preparation.make_model(plan)
        preparation.limit_spending(plan, run.model, ())
        run.start = (preparation.with_components(settings, run.model, tasks, notify), tasks)
        run.warn_of_missing(tasks)
    return run


def resume_run(
    files: RunFolder, plan: Plan = Plan(), notify: Notify = log.warning, forget: Iterable[type] = ()
) -> OpenRun:
    """Continue a run with its own settings. The plan only says where and how programs are run.

    Records of the kinds in `forget` are deleted first, and computed again.
    """
    plan = plan.with_settings(files.settings())
    place = preparation.find_place(plan.world, plan.dataset, plan.answers)
    run = OpenRun(plan, files, place, notify)
    run.forget = tuple(forget)
    return run


class OpenRun:
    """A run that this process alone may write to, inside a `with` block."""

    def __init__(self, plan: Plan, files: RunFolder, place: Place, notify: Notify) -> None:
        self.plan = plan
        self.files = files
        self.place = place
        self.notify = notify
        self.model: Model | None = None
        self.start: tuple[Run, list[Task]] | None = None
        self.forget: tuple[type, ...] = ()
        self._has_warned = False
        self._is_changed = False

    def __enter__(self) -> OpenRun:
        self.files.__enter__()
        try:
            for kind in self.forget:
                self.files.forget(kind)
            if self.start is not None:
                start_folder(self.files, *self.start, self.place)
            self._load()
        except BaseException:
            self.files.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.files.__exit__(kind, error, trace)

    def _load(self) -> None:
        """Read what the run has. Of finished candidates, only the keys are kept in memory."""
        run = self._loaded = LoadedRun(self.files)
        self.settings = run.settings
        self.tasks = dict(run.tasks)
        self.generated = run.candidate_keys
        if len(self.generated) < self.wanted and (lost := run.keys_without_candidate):
            self.notify(
                f"the machine stopped while the run was written, and {len(lost)} candidates were lost. They "
                "are generated and judged again."
            )
            self.files.drop(lost)
            run = self._loaded = LoadedRun(self.files)
        self.statuses: dict[Key, Status] = {_key(verdict): verdict.status for verdict in run.verdicts()}
        self.waiting: dict[Key, Candidate] = {}
        self._observed: dict[Key, list[Observation]] = {}
        for attempt in run.unjudged():
            self.waiting[_key(attempt.candidate)] = attempt.candidate
            self._observed[_key(attempt.candidate)] = list(attempt.observations)

    def loaded(self) -> LoadedRun:
        """The run as it is now. The files are read again only if something was written since."""
        if self._is_changed:
            self._loaded, self._is_changed = LoadedRun(self.files), False
        return self._loaded

    # ── how far it has come ──

    @property
    def wanted(self) -> int:
        """The number of candidates of the finished run."""
        return len(self.tasks) * self.settings.sampling.count

    @property
    def passed(self) -> int:
        return sum(status == "passed" for status in self.statuses.values())

    @property
    def is_done(self) -> bool:
        return len(self.statuses) == self.wanted

    # ── the arrows ──

    def generate(self) -> Iterator[Candidate]:
        """The candidates that are still missing. Each is written to the run before it is yielded."""
        sampling = self.settings.sampling
        missing = [
            task
            for task in self.tasks.values()
            if any((task.id, rank) not in self.generated for rank in range(sampling.count))
        ]
        if not missing:
            return
        preparation.fetch_weights(self.plan, self.notify)
        model = self.model = self.model or preparation.make_model(self.plan)
        earlier = (candidate.usage for candidate in self.loaded().candidates() if candidate.usage)
        preparation.limit_spending(self.plan, model, earlier)
        for candidate in self._candidates(model, missing):
            self._is_changed = True
            self.files.append(candidate)
            self.generated.add(_key(candidate))
            yield candidate
        left_out = self.wanted - len(self.generated)
        if left_out:
            raise ModelError(
                f"The model '{model.name}' left out {left_out} candidates without a word. "
                f"Run the same command again for the rest; if it happens again, the fault is in its plug-in."
            )

    def _candidates(self, model: Model, missing: list[Task]) -> Iterator[Candidate]:
        """The answers of the model, from this process or from the nodes of a cluster."""
        recorded_prompts = RecordedPrompts(self.files)
        order: tuple[list[str], list[str]] = ([], [])
        if isinstance(model, NeedsOrder) and model.by_position:
            order = list(self.tasks), [task.id for task in preparation.dataset_tasks(self.plan)]
            model.number(*order)
        if not (is_cluster(self.plan.on) and isinstance(self.plan.model, str) and _is_portable(model)):
            tasks = recorded_prompts.with_prompts(missing, model, self.settings.sampling)
            yield from model.generate(tasks, self.settings.sampling, self.generated)
            return
        from asmeant.pipeline.cluster.authors import answered_on_cluster

        plan = replace(self.plan, sampling=self.settings.sampling)
        for answered in answered_on_cluster(plan, missing, set(self.generated), order, self.notify):
            recorded_prompts.write(answered.prompt)
            yield from answered.candidates

    def decide(self, new: Iterable[Candidate] = ()) -> Iterator[Verdict]:
        """Run and judge the candidates without a verdict, and then the new ones as they come."""
        open_count = self.wanted - len(self.statuses)
        if open_count:
            self.warn_of_missing(list(self.tasks.values()))
        sharing = self._sharing()
        observers = make_observers(self._work(open_count), self.files.read(Deadline), self.files.append)
        observed_before = [candidate for candidate in self.waiting.values() if self._is_observed(candidate)]
        waiting = [candidate for candidate in self.waiting.values() if not self._is_observed(candidate)]

        def candidates() -> Iterator[tuple[Task, Candidate]]:
            for candidate in waiting:
                yield self.tasks[candidate.task_id], candidate
            for candidate in new:
                self.waiting[_key(candidate)] = candidate  # until it has a verdict
                yield self.tasks[candidate.task_id], candidate

        try:
            yield from map(self._decide_again, observed_before)
            for observed in sharing.observe_all(observers.run_jobs, candidates()):
                self.files.append(*observed.observations)
                yield self._decided(observed.candidate, observed.observations)
        finally:
            observers.close()

    def _work(self, candidates: int) -> Work:
        plan = self.plan
        return Work(
            self.place, self.notify, self.settings.limits, plan.on, plan.sandbox, plan.workers, candidates
        )

    def _sharing(self) -> Sharing:
        cache = open_cache(self.plan.cache, self.place, self.plan.sandbox, self.settings.limits)
        return Sharing(ProgramKeys(self.place.is_this_python), self.plan.every, cache)

    def _is_observed(self, candidate: Candidate) -> bool:
        """Whether the candidate was run, and only its verdict is missing."""
        checks = {check.name for check in self.tasks[candidate.task_id].checks}
        return checks <= {observation.check for observation in self._observed.get(_key(candidate), ())}

    def _decide_again(self, candidate: Candidate) -> Verdict:
        return self._decided(candidate, self._observed.get(_key(candidate), ()))

    def _decided(self, candidate: Candidate, observations: Sequence[Observation]) -> Verdict:
        verdict = judge(self.tasks[candidate.task_id], candidate.rank, observations, self.plan.strict)
        self._is_changed = True
        self.files.append(verdict)
        self.statuses[_key(candidate)] = verdict.status
        self.waiting.pop(_key(candidate), None)
        return verdict

    def compute_scores(
        self, run: LoadedRun | None = None, processes: int = 1, write: bool = True
    ) -> list[Score]:
        """The plan's metrics over all tasks and each slice of them, written to the run by default."""
        run = run or self.loaded()
        known_slice(list(self.tasks.values()), self.plan.by, self.files.label)
        scores = compute_scores(run.judged, self.settings, self._metrics(), self.plan.by, processes=processes)
        if write:
            self.files.write_scores(scores)
        return scores

    def _metrics(self) -> list[Metric]:
        count = self.settings.sampling.count
        metrics: list[Metric] = []
        for metric in self.plan.metrics:
            metrics += load_metrics([metric], count) if isinstance(metric, str) else [metric]
        return metrics

    def warn_of_missing(self, tasks: list[Task]) -> None:
        """Warn once about what the tasks need and the place does not have."""
        if self._has_warned:
            return
        self._has_warned = True
        notice = missing_notice(self.place, tasks, self.plan.dataset, self.plan.world)
        if notice:
            self.notify(notice)


def _key(record: Candidate | Observation | Verdict) -> Key:
    return record.task_id, record.rank


def _is_portable(model: Model) -> bool:
    return isinstance(model, Portable) and model.is_portable
