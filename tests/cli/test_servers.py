"""run against a model server that refuses a setting or dies: what a person is told, and what the run says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from tests.models.asking import set_environment
from tests.models.faulty_server import FaultyServer

from asmeant.cli import asmeant
from asmeant.errors import BudgetError, ModelError
from asmeant.models.clients import retries
from asmeant.records import Candidate
from asmeant.runs import RunFolder

REPLY = "```python\nreturn s[::-1]\n```"


@pytest.fixture(autouse=True)
def _environment(monkeypatch: pytest.MonkeyPatch) -> None:
    set_environment(monkeypatch)
    monkeypatch.setattr(retries, "FIRST_SECONDS", 0.01)


def call(verb: str, server: FaultyServer, out: Path, options: str = "?requests=1", *more: str) -> Result:
    model = f"openai:m@{server.url}{options}"
    words = [verb, "sample", "--lang", "en", "--model", model, "--out", str(out), *more]
    return CliRunner().invoke(asmeant, words)


def test_a_server_that_dies_midway(tmp_path: Path) -> None:
    with FaultyServer(lives=5, reply=REPLY) as server:
        result = call("run", server, tmp_path / "run")
    assert isinstance(result.exception, ModelError)
    assert "answered before and can no longer be reached" in result.stderr.splitlines()[0]
    assert "pass@1" in result.stdout
    assert "The run is not finished: 5 of 12 candidates are there." in result.stdout
    assert str(tmp_path / "run") in result.stdout
    assert str(result.exception).endswith(f"Continue with: asmeant run --resume {tmp_path / 'run'}")
    assert not (tmp_path / "run" / "scores.json").exists()


def test_what_came_is_judged_and_in_the_json(tmp_path: Path) -> None:
    with FaultyServer(lives=5, reply=REPLY) as server:
        result = call("run", server, tmp_path / "run", "?requests=4", "--json")
    printed = json.loads(result.stdout)
    whole = next(score for score in printed["scores"] if not score["where"])
    assert whole["tasks"] == len(list(RunFolder(tmp_path / "run").read(Candidate))) == 5
    assert "can no longer be reached" in printed["error"]


@pytest.mark.parametrize("verb", ["run", "generate"])
def test_a_server_that_is_dead_from_the_beginning(verb: str, tmp_path: Path) -> None:
    with FaultyServer(lives=0) as server:
        result = call(verb, server, tmp_path / "run")
    assert isinstance(result.exception, ModelError)
    assert "cannot be reached" in str(result.exception)
    assert f"asmeant run --resume {tmp_path / 'run'}" in str(result.exception)


def test_a_refused_temperature_is_an_error_and_one_that_is_dropped_is_told(tmp_path: Path) -> None:
    with FaultyServer(values_taken={"temperature": 1}, reply=REPLY) as server:
        refused = call("run", server, tmp_path / "a")
        dropped = call("run", server, tmp_path / "b", "?drop=temperature,seed")
        taken = call("run", server, tmp_path / "c", "", "--temperature", "1")
    assert "refuses temperature 0.8" in str(refused.exception)
    assert list(RunFolder(tmp_path / "a").read(Candidate)) == []
    assert dropped.exit_code == taken.exit_code == 0
    told = (
        "The server was not sent temperature 0.8 for 12 of 12 candidates: the server's own temperature held."
    )
    assert told in " ".join(dropped.stdout.split())
    assert "not sent seed 0" in " ".join(dropped.stdout.split())
    assert "not sent" not in taken.stdout
    assert {candidate.sent["temperature"] for candidate in RunFolder(tmp_path / "c").read(Candidate)} == {1}
    assert all("temperature" not in candidate.sent for candidate in RunFolder(tmp_path / "b").read(Candidate))
    report = CliRunner().invoke(asmeant, ["report", str(tmp_path / "b")]).stdout
    assert told in " ".join(report.split())


def test_secrets_in_headers_are_written_nowhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MY_KEY", "secret-of-mine")
    with FaultyServer(reply=REPLY) as server:
        result = call("run", server, tmp_path / "run", "?header.api-key=env:MY_KEY")
        refused = call("run", server, tmp_path / "other", "?header.api-key=secret-of-mine")
    assert server.calls[0].headers["api-key"] == "secret-of-mine"
    written = [path.read_bytes() for path in (tmp_path / "run").iterdir()]
    assert not any(b"secret-of-mine" in text for text in [*written, result.output.encode()])
    assert "header.api-key=env:VARIABLE" in str(refused.exception)
    assert not (tmp_path / "other").exists()


def test_a_budget_stops_the_run_and_resume_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "run"
    with FaultyServer(reply=REPLY) as server:
        stopped = call("generate", server, out, "?requests=2", "--budget-tokens", "1100")
        assert isinstance(stopped.exception, BudgetError)
        assert "The budget of 1,100 tokens does not allow another request" in str(stopped.exception)
        assert str(stopped.exception).endswith(f"Continue with: asmeant run --resume {out}")
        candidates = list(RunFolder(out).read(Candidate))
        assert 0 < len(candidates) < 12
        again = call("generate", server, out, "?requests=2", "--budget-tokens", "1100")
        assert isinstance(again.exception, BudgetError)
        assert len(server.calls) == len(candidates)
        resume = CliRunner().invoke(asmeant, ["run", "--resume", str(out), "--budget-tokens", "100000"])
    assert resume.exit_code == 0, resume.output
    assert len(server.calls) == 12


def test_what_is_in_the_reply_cache_is_not_paid_again(tmp_path: Path) -> None:
    cache = ("--reply-cache", str(tmp_path / "replies"))
    with FaultyServer(reply=REPLY) as server:
        first = call("generate", server, tmp_path / "a", "?price=1/1", *cache)
        second = call("run", server, tmp_path / "b", "?price=1/1&requests=4", "--limit", "3", *cache)
    assert (first.exit_code, second.exit_code) == (0, 0), second.output
    assert len(server.calls) == 12
    told = "0 prompt tokens, 0 reply tokens; 3 of 3 replies from the reply cache"
    assert told in second.stdout
    assert all(candidate.usage.cached for candidate in RunFolder(tmp_path / "b").read(Candidate))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--model", "reference", "--budget-tokens", "9"], "is no model server"),
        (["--model", "openai:m@http://127.0.0.1:9/v1", "--budget-money", "9"], "needs the price"),
    ],
)
def test_a_budget_that_means_nothing_is_an_error_before_anything_is_written(
    words: list[str], message: str, tmp_path: Path
) -> None:
    result = CliRunner().invoke(asmeant, ["run", "sample", "--out", str(tmp_path / "run"), *words])
    assert message in str(result.exception)
    assert not (tmp_path / "run").exists()
