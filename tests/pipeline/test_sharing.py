"""Each program is run once; what depends on chance is tried again; the outcome is that of running all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Timer

import pytest

from asmeant import Judge
from asmeant.errors import UsageError
from asmeant.execution import Place
from asmeant.loaded_run import LoadedRun
from asmeant.pipeline import Plan, begin_run, resume_run
from asmeant.pipeline.cache import open_cache
from asmeant.pipeline.observing import on_workers
from asmeant.pipeline.same_program import ProgramKeys
from asmeant.pipeline.sharing import MOST_WAITING, Sharing
from asmeant.pipeline.verdicts import LocalCourt
from asmeant.records import Candidate, Ending, Limits, Observation, Program, Sampling, Task, Verdict
from asmeant.runs import RunFolder
from asmeant.testing import FakeModel, FakeSandbox, make_task
from asmeant.workers import InProcess, Threads

TASK = make_task()
HERE = Place()


class Scripted:
    """Programs end as the script says, one ending for each time that they run. It counts the runs."""

    def __init__(self, **endings: list[Ending]) -> None:
        self.endings = endings
        self.runs: Counter[str] = Counter()

    def __call__(self, task: Task, candidate: Candidate) -> list[Observation]:
        script = self.endings.get(candidate.code, ["finished"])
        ending = script[min(self.runs[candidate.code], len(script) - 1)]
        self.runs[candidate.code] += 1
        return [
            Observation(task.id, candidate.rank, "all", ending=ending, probes_passed=ending == "finished")
        ]


def observe(
    codes: Iterable[str], scripted: Scripted, threads: int = 1, every: bool = False
) -> dict[int, Observation]:
    workers = Threads(threads) if threads > 1 else InProcess()
    pairs = [(TASK, Candidate(TASK.id, rank, code)) for rank, code in enumerate(codes)]
    sharing = Sharing(ProgramKeys(), every)
    made = list(sharing.observe_all(on_workers(workers, scripted), pairs))
    assert all(seen.observations[0].rank == seen.candidate.rank for seen in made)
    by_rank = {seen.candidate.rank: seen.observations[0] for seen in made}
    assert len(by_rank) == len(made) == len(pairs)
    return by_rank


@pytest.mark.parametrize("threads", [1, 4])
def test_each_program_is_run_once(threads: int) -> None:
    scripted = Scripted(b=["failed"])
    observed = observe(["a", "b", "a", "b", "a", "c"] * 20, scripted, threads)
    assert scripted.runs == {"a": 1, "b": 1, "c": 1}
    first = {observation.same_as for observation in observed.values()}
    assert first == {None, 0, 1, 5}
    assert [observed[rank].ending for rank in range(6)] == [
        "finished", "failed", "finished", "failed", "finished", "finished",
    ]  # fmt: skip


def test_the_same_program_of_another_task_is_run() -> None:
    scripted = Scripted()
    pairs = [(make_task(id_), Candidate(id_, 0, "a")) for id_ in ("one", "two")]
    made = list(Sharing(ProgramKeys()).observe_all(on_workers(InProcess(), scripted), pairs))
    assert scripted.runs["a"] == 2
    assert all(seen.observations[0].same_as is None for seen in made)


def test_few_wait_for_one_that_runs_long() -> None:
    taken: list[int] = []
    ready = Event()

    def pairs() -> Iterator[tuple[Task, Candidate]]:
        for rank in range(5000):
            taken.append(rank)
            yield TASK, Candidate(TASK.id, rank, "a")

    def slow(task: Task, candidate: Candidate) -> list[Observation]:
        ready.wait()
        return [Observation(task.id, candidate.rank, "all", probes_passed=1)]

    workers = Threads(2)
    made = Sharing(ProgramKeys()).observe_all(on_workers(workers, slow), pairs())
    Timer(0.5, ready.set).start()
    next(made)
    assert len(taken) < MOST_WAITING + 50
    assert 1 + sum(1 for _ in made) == 5000
    workers.close()


def test_every_one_is_run_if_wished() -> None:
    scripted = Scripted()
    observed = observe(["a"] * 5, scripted, every=True)
    assert scripted.runs["a"] == 5
    assert all(observation.same_as is None for observation in observed.values())


@pytest.mark.parametrize("ending", ["timed out", "out of memory", "killed"])
@pytest.mark.parametrize("threads", [1, 3])
def test_an_ending_by_chance_is_tried_again_before_it_is_shared(ending: Ending, threads: int) -> None:
    scripted = Scripted(a=[ending])
    observed = observe(["a"] * 6, scripted, threads)
    assert scripted.runs["a"] == 2
    assert [observed[rank].same_as for rank in range(6)] == [None, None, 1, 1, 1, 1]


def test_a_second_try_that_ends_well_is_what_counts_from_then_on() -> None:
    scripted = Scripted(a=["timed out", "finished"])
    observed = observe(["a"] * 4, scripted)
    assert [observed[rank].ending for rank in range(4)] == ["timed out", "finished", "finished", "finished"]
    assert scripted.runs["a"] == 2


@pytest.mark.parametrize("ending", ["tampered", "not run"])
@pytest.mark.parametrize("threads", [1, 3])
def test_what_was_not_run_or_tampered_with_is_never_shared(ending: Ending, threads: int) -> None:
    scripted = Scripted(a=[ending])
    observed = observe(["a"] * 5, scripted, threads)
    assert scripted.runs["a"] == 5
    assert all(observation.same_as is None for observation in observed.values())


def test_candidates_come_through_while_a_copy_waits() -> None:
    """A reader gets what is there before the next candidate is asked for."""
    taken: list[int] = []

    def pairs() -> Iterator[tuple[Task, Candidate]]:
        for rank in range(1000):
            taken.append(rank)
            yield TASK, Candidate(TASK.id, rank, "a")

    made = Sharing(ProgramKeys()).observe_all(on_workers(Threads(2), Scripted()), pairs())
    next(made)
    assert len(taken) < 10


# ── in runs ──

CODES = {"double": ["x + x", "x", "x+x  # the same", "x", "", "x + x"]}


def plan(folder: Path, sandbox: FakeSandbox, every: bool = False) -> Plan:
    return Plan(
        tasks=(TASK,), model=FakeModel(CODES), sampling=Sampling(count=6), folder=folder, sandbox=sandbox,
        workers=1, every=every,
    )  # fmt: skip


def right(source: str) -> bool:
    return "+" in source


def test_a_run_says_which_candidates_share_a_verdict(tmp_path: Path) -> None:
    sandbox = FakeSandbox(right)
    with begin_run(plan(tmp_path / "once", sandbox)) as run:
        list(run.decide(run.generate()))
        scores = run.compute_scores()
    assert [program.task_id for program in sandbox.programs] == ["small", "double", "double"]
    run_once = LoadedRun(tmp_path / "once")
    assert [verdict.same_as for verdict in run_once.verdicts()] == [None, None, 0, 1, None, 0]
    assert [item.same_as for item in run_once.observations()] == [None, None, 0, 1, None, 0]
    with begin_run(plan(tmp_path / "each", FakeSandbox(right), every=True)) as run:
        list(run.decide(run.generate()))
        assert run.compute_scores() == scores
    each = [replace(verdict, same_as=None) for verdict in run_once.verdicts()]
    assert each == list(LoadedRun(tmp_path / "each").verdicts())


@pytest.mark.parametrize("kept", range(7))
def test_a_run_that_was_cut_goes_on_to_the_same_verdicts(tmp_path: Path, kept: int) -> None:
    with begin_run(plan(tmp_path, FakeSandbox(right))) as run:
        whole = {verdict.rank: verdict.status for verdict in run.decide(run.generate())}
    for name, count in (("verdicts", kept), ("observations", min(6, kept + 1))):
        path = tmp_path / f"{name}.jsonl"
        path.write_bytes(b"".join(path.read_bytes().splitlines(keepends=True)[:count]))
    with resume_run(RunFolder(tmp_path), Plan(sandbox=FakeSandbox(right), workers=1)) as run:
        list(run.decide())
    verdicts = list(LoadedRun(tmp_path).verdicts())
    assert {verdict.rank: verdict.status for verdict in verdicts} == whole


# ── in a judge, with a cache ──


def test_a_judge_remembers_from_call_to_call() -> None:
    sandbox = FakeSandbox(right)
    with Judge(sandbox=sandbox, workers=1) as court:
        first = list(court.decide([(TASK, "x + x"), (TASK, "x + x")]))
        second = list(court.decide([(TASK, "x+x"), (TASK, "x")]))
    assert len(sandbox.programs) == 2
    assert [(verdict.same_as, verdict.from_cache) for verdict in first] == [(None, False), (0, False)]
    assert [(verdict.same_as, verdict.from_cache) for verdict in second] == [(None, True), (None, False)]


def decide(folder: Path, codes: list[str]) -> list[Verdict]:
    with Judge(workers=1, cache=folder) as court:
        return sorted(court.decide((TASK, code) for code in codes), key=lambda verdict: verdict.rank)


def test_a_cache_is_shared_by_judges(tmp_path: Path) -> None:
    codes = ["2 * x", "x", "import time\ndef double(x): return 2 * x"]
    first = decide(tmp_path, codes)
    second = decide(tmp_path, codes)
    assert [verdict.status for verdict in first] == ["passed", "failed", "passed"]
    assert [verdict.from_cache for verdict in first] == [False] * 3
    assert [verdict.from_cache for verdict in second] == [True, True, False]
    assert [replace(verdict, from_cache=False) for verdict in second] == first


def test_whatever_a_verdict_depends_on_is_part_of_the_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def kept(limits: Limits = Limits(), sandbox: str = "", place: Place = HERE) -> bool:
        cache = open_cache(tmp_path, place, sandbox, limits)
        assert cache is not None
        return cache.find("key") is not None

    cache = open_cache(tmp_path, Place(), "", Limits())
    assert cache is not None
    cache.keep("key", [Observation("t", 3, "all", same_as=1)])
    assert cache.find("key") == [Observation("t", 0, "all")]
    assert cache.find("another") is None
    assert kept()
    assert not kept(limits=Limits(seconds=2))
    assert not kept(sandbox="subprocess")
    assert not kept(place=Place(seed=1))
    with monkeypatch.context() as patch:
        patch.setattr("asmeant.pipeline.cache._version", lambda: "another")
        assert not kept()
    answers = tmp_path / "answers"
    answers.mkdir()
    assert not kept(place=Place(answers=answers))


@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[:-9],
        lambda content: content.replace(b"passed", b"parsed"),
        lambda content: content.replace(b'"all"', b'"other"'),
        lambda content: content.partition(b"\n")[0] + b"\n[]",
        lambda content: b"[]",
        lambda content: b"[" * 100_000,
        lambda content: b"\xff" + content,
    ],
)
def test_a_damaged_entry_is_ignored(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    cache = open_cache(tmp_path, Place(), "", Limits())
    assert cache is not None
    cache.keep("key", [Observation("t", 0, "all", probes_passed=1)])
    (file,) = tmp_path.rglob("*.json")
    file.write_bytes(damage(file.read_bytes()))
    assert cache.find("key") is None
    cache.keep("key", [Observation("t", 0, "all", probes_passed=1)])
    assert cache.find("key") is not None


def test_other_limits_keep_the_other_settings(tmp_path: Path) -> None:
    sandbox = FakeSandbox(right)
    court = LocalCourt(sandbox=sandbox, workers=1, every=True)
    other = court.with_settings(Limits(seconds=2), strict=False, extract=False)
    list(other.decide([(TASK, "x + x"), (TASK, "x + x")]))
    court.close()
    assert len(sandbox.programs) == 2
    court = LocalCourt(workers=1, cache=tmp_path)
    for from_cache in (False, True):
        other = court.with_settings(Limits(seconds=2), strict=False, extract=False)
        assert next(other.decide([(TASK, "x + x")])).from_cache == from_cache
    court.close()


def test_who_asks_for_one_verdict_has_it_kept(tmp_path: Path) -> None:
    for from_cache in (False, True):
        with Judge(workers=1, cache=tmp_path) as court:
            assert next(court.decide([(TASK, "x + x")])).from_cache == from_cache


def test_a_cache_needs_a_sandbox_by_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="by its name"):
        Judge(sandbox=FakeSandbox(), cache=tmp_path)


class Chance:
    """A sandbox whose programs end by chance."""

    def __init__(self) -> None:
        self.runs = 0

    def run(self, programs: Iterable[Program], limits: Limits) -> Iterator[Observation]:
        for program in programs:
            self.runs += 1
            yield Observation(program.task_id, program.rank, "all", ending="timed out")


def test_a_judge_tries_a_deadline_twice() -> None:
    sandbox = Chance()
    with Judge(sandbox=sandbox, workers=2) as court:
        list(court.decide([(TASK, "x")] * 5))
    assert sandbox.runs == 2
