"""`Judge("http://...")` has the methods of the local one, and says the same."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Thread

import pytest
import uvicorn

from asmeant import Judge
from asmeant.client import Client
from asmeant.client.calling import checked_address
from asmeant.decisions import Decision
from asmeant.errors import ServerError, UsageError
from asmeant.pipeline import LocalCourt
from asmeant.records import Check, Limits, Scaffold, Task
from asmeant.testing import FakeSandbox, make_task
from asmeant.web.app import create_app
from asmeant.web.settings import Settings
from tests.web.test_runs import make_run

CODES = ["x + x", "x", "2 * x", ""]
SANDBOX = FakeSandbox(lambda source: "x + x" in source or "2 * x" in source)


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a thread, with a sandbox that runs nothing."""
    folder = tmp_path_factory.mktemp("runs")
    make_run(folder / "one", "x + x", "x")
    app = create_app(Settings(folder=folder, token="secret"), lambda: LocalCourt(workers=2, sandbox=SANDBOX))
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="error"))
    thread = Thread(target=server.run)
    thread.start()
    while not server.started:
        pass
    yield f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}"
    server.should_exit = True
    thread.join()


@pytest.fixture
def court(address: str) -> Iterator[Judge]:
    with Judge(address, token="secret") as court:
        yield court


def test_the_same_as_a_local_judge(court: Judge) -> None:
    pairs = [(task, code) for task in (make_task("one"), make_task("two")) for code in CODES]
    with Judge(workers=2, sandbox=SANDBOX) as local:
        expected = in_order(local.decisions(pairs))
    remote = in_order(court.decisions(pairs))
    assert remote == expected
    verdicts = sorted(court.decide(pairs), key=lambda verdict: verdict.rank)
    assert [verdict.status for verdict in verdicts] == [item.verdict.status for item in expected]
    assert [item.share_of_probes for item in remote] == [item.share_of_probes for item in expected]


def in_order(decisions: Iterable[Decision]) -> list[Decision]:
    """By their ranks. Which of the same programs was run is left out: that is a matter of chance."""

    def run(item: Decision) -> Decision:
        observations = [replace(seen, same_as=None, from_cache=False) for seen in item.observations]
        verdict = replace(item.verdict, same_as=None, from_cache=False)
        return replace(item, verdict=verdict, observations=observations)

    return sorted(map(run, decisions), key=lambda item: item.verdict.rank)


def test_more_pairs_than_one_batch(court: Judge) -> None:
    taken: list[int] = []

    def pairs() -> Iterator[tuple[Task, str]]:
        for number in range(150):
            taken.append(number)
            yield make_task(), CODES[number % 4]

    verdicts = court.decide(pairs())
    first = next(verdicts)
    assert len(taken) <= 64
    assert sorted(verdict.rank for verdict in [first, *verdicts]) == list(range(150))


def test_tasks_that_share_an_id(court: Judge) -> None:
    other = replace(make_task(), checks=())
    statuses = {verdict.rank: verdict for verdict in court.decide([(make_task(), "x + x"), (other, "x + x")])}
    assert [statuses[rank].status for rank in (0, 1)] == ["passed", "undecided"]
    assert {verdict.task_id for verdict in statuses.values()} == {"double"}


def test_replies(address: str) -> None:
    with Judge(address, token="secret", extract=True) as court:
        (decision,) = court.decisions(
            [(make_task(), "So:\n```python\ndef double(x):\n    return x + x\n```")]
        )
    assert decision.verdict.status == "passed"
    assert decision.candidate.reply.startswith("So:")


def test_asyncio_in_several_loops(court: Judge) -> None:
    async def both() -> list[str]:
        verdicts = await asyncio.gather(*(court.adecide(make_task(), code) for code in CODES))
        return [verdict.status for verdict in verdicts]

    for _ in range(2):
        assert asyncio.run(both()) == ["passed", "failed", "passed", "failed"]


def test_trees_are_sent_along(court: Judge, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    check = Check(same_outcome_as="ls", trees=(str(tmp_path),))
    task = make_task(scaffold=Scaffold(tree=str(tmp_path)), checks=(check,))
    list(court.decide([(task, "x + x")]))
    program = SANDBOX.programs[-1]
    tree = Path(program.scaffold.tree)
    assert '"/notes.txt"' in tree.read_text()
    assert program.checks[0].trees == (str(tree),)


def test_what_only_the_server_can_set(address: str) -> None:
    with pytest.raises(UsageError, match="has its own workers"):
        Judge(address, workers=2)
    for limits in (Limits(seconds=99), Limits(network=True)):
        with (
            Judge(address, token="secret", limits=limits) as court,
            pytest.raises(UsageError, match="was set"),
        ):
            next(court.decide([(make_task(), "x")]))
    with Judge(address, token="secret", limits=Limits(seconds=1)) as court:
        assert next(court.decide([(make_task(), "x + x")])).status == "passed"


def test_the_token_may_stand_in_the_environment(address: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_TOKEN", "secret")
    with Judge(address) as court:
        assert next(court.decide([(make_task(), "x + x")])).status == "passed"


def test_errors_are_clear(address: str) -> None:
    with Judge(address, token="wrong") as court, pytest.raises(ServerError, match="Say who you are"):
        next(court.decide([(make_task(), "x")]))
    with Judge("http://127.0.0.1:9") as court, pytest.raises(ServerError, match="Is the server running"):
        next(court.decide([(make_task(), "x")]))
    for wrong in ("http://", "http://a:x", "ftp://a"):
        with pytest.raises(UsageError, match="not the address of a server"):
            checked_address(wrong)


def test_runs_by_the_client(address: str) -> None:
    with Client(address, "secret") as client:
        assert client.health().status == "ok"
        assert [run.name for run in client.runs().runs] == ["one"]
        assert client.run("one").statuses == {"passed": 1, "failed": 1}
        assert client.attempts("one", status="failed").attempts[0].candidate.code == "x"
        with pytest.raises(ServerError, match="no run of that name"):
            client.run("other")
