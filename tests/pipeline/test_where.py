from __future__ import annotations

import sys

import pytest

from asmeant.errors import UsageError
from asmeant.execution import Place
from asmeant.pipeline.observing import Job
from asmeant.pipeline.where import Work, is_cluster, make_observers
from asmeant.records import Candidate, Limits
from asmeant.testing import FakeSandbox, make_task
from asmeant.workers import Threads


@pytest.mark.parametrize(
    ("on", "expected"),
    [
        ("local", False), ("here", False), ("ray", True), ("ray://head:10001", True), ("10.0.0.1:6379", True),
        ("ray://[::1]:10001", True),
    ],
)  # fmt: skip
def test_where_work_is_done(on: str, expected: bool) -> None:
    assert is_cluster(on) == expected


@pytest.mark.parametrize("on", ["", "rya", "loca", "http://x:1/y", "head", "a b:1"])
def test_a_wrong_word_is_an_error_that_lists_the_right_ones(on: str) -> None:
    with pytest.raises(UsageError, match=r"local, here, ray, ray://HOST:PORT or HOST:PORT"):
        is_cluster(on)


def work(**changes: object) -> Work:
    fields: dict[str, object] = {"sandbox": FakeSandbox(lambda _: True), "on": "here", **changes}
    return Work(Place(), lambda _: None, Limits(), **fields)  # type: ignore[arg-type]


@pytest.mark.parametrize("on", ["local", "here"])
def test_candidates_are_run_on_this_machine(on: str) -> None:
    observers = make_observers(work(on=on))
    task = make_task()
    (job,) = observers.run_jobs([Job(task, Candidate(task.id, 3, "2 * x"))])
    assert job.known is not None
    assert [item.rank for item in job.known] == [3]
    assert observers.with_limits(Limits(seconds=1)).observe(task, Candidate(task.id, 0, "x"))
    observers.close()


def test_workers_that_were_given_are_left_open() -> None:
    threads = Threads(1)
    make_observers(work(on="local", workers=threads)).close()
    assert threads.submit(lambda: 1).result() == 1


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"workers": 2}, "In this process"),
        ({"on": "ray"}, "A sandbox cannot travel"),
        ({"on": "ray", "sandbox": "", "workers": Threads(1)}, "On a cluster, workers are a number"),
    ],
)
def test_what_cannot_be(changes: dict[str, object], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        make_observers(work(**changes))


def test_without_ray_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(
        UsageError, match=r"needs Ray, which is not installed. Install it with: pip install 'asmeant\[ray\]'"
    ):
        make_observers(work(on="ray", sandbox=""))
