"""Runs on stores: in memory, and on a real server that speaks S3."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant import Sampling, evaluate
from asmeant.analysis.run_tags import read_tags, write_tags
from asmeant.analysis.sql import ask
from asmeant.cli import asmeant
from asmeant.errors import RunBusyError, RunError
from asmeant.loaded_run import LoadedRun
from asmeant.pipeline import Plan, begin_run
from asmeant.records import Candidate, Run, Verdict
from asmeant.runs import RunFolder
from asmeant.store_runs import StoreFolder, is_run, run_folder, runs_in, write_file
from asmeant.store_sending import Sender
from asmeant.stores import Store
from asmeant.testing import FakeModel, FakeSandbox, make_task

TASKS = [make_task("one"), make_task("two")]
RUN = Run("id", "tasks", "fake")


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "cache"


@pytest.fixture
def url(request: pytest.FixtureRequest) -> str:
    return f"memory://{request.node.name}/run"


def forget_mirrors(cache: Path) -> None:
    """As on another machine."""
    cache.rename(cache.with_name(f"cache-{time.time_ns()}"))


def verdicts(url: str) -> list[tuple[str, int, str]]:
    return sorted((item.task_id, item.rank, item.status) for item in LoadedRun(url).verdicts())


def write(url: str, *records: Verdict) -> None:
    with StoreFolder(url) as files:
        files.begin(RUN, TASKS)
        for record in records:
            files.append(record)


def test_a_path_is_a_folder_and_a_url_is_a_store(url: str, tmp_path: Path) -> None:
    assert type(run_folder(tmp_path)) is RunFolder
    assert run_folder(f"file://{tmp_path}").path == tmp_path
    files = run_folder(url)
    assert isinstance(files, StoreFolder)
    assert files.label == url
    assert files.path.name == "run"
    assert run_folder(files) is files


def test_a_run_is_read_on_another_machine(url: str, cache: Path) -> None:
    assert not StoreFolder(url).exists()
    write(url, Verdict("one", 0, "passed"), Verdict("two", 0, "failed"))
    forget_mirrors(cache)
    assert verdicts(url) == [("one", 0, "passed"), ("two", 0, "failed")]
    # Only what is new is fetched.
    write(url, Verdict("two", 1, "passed"))
    assert len(verdicts(url)) == 3
    names = [item.name for item in Store(url).objects()]
    assert [name.partition(".")[0] for name in names] == ["run", "tasks", "verdicts", "verdicts"]


def test_a_writer_leaves_one_object_of_each_kind(
    url: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asmeant.store_sending.SEND_SECONDS", 0.0)
    with StoreFolder(url) as files:
        files.begin(RUN, TASKS)
        files.append(Verdict("one", 0, "passed"))
        limit = time.monotonic() + 20
        while not any(item.name.startswith("verdicts") for item in Store(url).objects()):
            assert time.monotonic() < limit
            time.sleep(0.02)
        files.append(Verdict("one", 1, "failed"))
    assert sum(item.name.startswith("verdicts") for item in Store(url).objects()) == 1
    forget_mirrors(cache)
    assert verdicts(url) == [("one", 0, "passed"), ("one", 1, "failed")]


def test_of_several_writers_the_last_word_counts(
    url: str, cache: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(url, Verdict("one", 0, "failed"))
    monkeypatch.setattr(time, "time_ns", lambda: 17)  # the clock of another machine is behind
    forget_mirrors(cache)
    write(url, Verdict("one", 0, "passed"))
    monkeypatch.undo()
    assert verdicts(url) == [("one", 0, "passed")]


def test_one_process_writes_at_a_time(url: str) -> None:
    with StoreFolder(url), pytest.raises(RunBusyError, match=f"is writing {url}"), StoreFolder(url):
        pass


def test_what_a_killed_writer_had_not_sent_is_done_again(url: str) -> None:
    write(url, Verdict("one", 0, "passed"))
    files = StoreFolder(url)
    RunFolder.__enter__(files)
    files.append(Verdict("two", 0, "passed"))  # into the mirror alone
    RunFolder.__exit__(files, None, None, None)
    (files.path / ".store.json").unlink()
    assert verdicts(url) == [("one", 0, "passed")]


def test_what_cannot_be_sent_is_an_error(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asmeant.store_sending.TRIES", 1)

    def refuse(store: Store, name: str, content: bytes) -> None:
        raise RunError(f"{name} cannot be written")

    files = StoreFolder(url)
    files.__enter__()
    monkeypatch.setattr(Store, "write", refuse)
    files.append(Verdict("one", 0, "passed"))
    with pytest.raises(RunError, match=r"verdicts\.\d+-\w+\.jsonl cannot be written"):
        files.__exit__(None, None, None)


def test_what_could_not_be_sent_is_sent_later(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asmeant.store_sending.TRIES", 1)
    real_write = Store.write
    refused: list[str] = []

    def refuse_once(store: Store, name: str, content: bytes) -> None:
        if name.startswith("verdicts") and not refused:
            refused.append(name)
            raise RunError(f"{name} cannot be written")
        real_write(store, name, content)

    monkeypatch.setattr(Store, "write", refuse_once)
    sender = Sender(Store(url), 0)
    sender.append("verdicts.jsonl", b"1\n")
    sender.append("candidates.jsonl", b"2\n")
    with pytest.raises(RunError, match="cannot be written"):
        sender._send()
    sender.append("verdicts.jsonl", b"3\n")
    sender.close()
    store = Store(url)
    contents = {item.name.partition(".")[0]: store.read(item.name) for item in store.objects()}
    assert contents == {"candidates": b"2\n", "verdicts": b"1\n3\n"}


def test_segments_that_were_joined_are_deleted_later_if_the_writer_was_killed(url: str) -> None:
    write(url, Verdict("one", 0, "passed"))
    store = Store(url)
    (first,) = (item.name for item in store.objects() if item.name.startswith("verdicts"))
    lines = store.read(first)
    later, unjoined = (first.replace("-", f"{digit}-") for digit in "12")
    store.write(first, lines + lines.replace(b"one", b"two"))
    store.write(later, lines.replace(b"one", b"two"))
    store.write(unjoined, lines.replace(b"one", b"three"))
    with StoreFolder(url):
        pass
    names = [item.name for item in store.objects() if item.name.startswith("verdicts")]
    assert names == sorted([first, unjoined])


def test_what_is_dropped_is_gone_from_the_store(url: str, cache: Path) -> None:
    write(url, Verdict("one", 0, "passed"), Verdict("two", 0, "failed"))
    with StoreFolder(url) as files:
        files.append(Verdict("two", 1, "failed"))
        files.drop({("one", 0)})
        files.append(Verdict("one", 0, "failed"))
    expected = [("one", 0, "failed"), ("two", 0, "failed"), ("two", 1, "failed")]
    assert verdicts(url) == expected
    forget_mirrors(cache)
    assert verdicts(url) == expected


def test_a_run_is_forgotten_and_resumed(url: str, cache: Path) -> None:
    model = FakeModel({"one": "2 * x", "two": "x"})
    plan = Plan(
        tasks=tuple(TASKS), model=model, sampling=Sampling(count=2), folder=url, workers=1,
        sandbox=FakeSandbox(lambda source: "2" in source),
    )  # fmt: skip
    with begin_run(plan) as run:
        assert len(list(run.generate())) == 4
    forget_mirrors(cache)
    with begin_run(plan) as run:
        list(run.decide(run.generate()))
        run.compute_scores()
        run.files.forget(Verdict)
    assert len(model.asked) == 4
    forget_mirrors(cache)
    assert verdicts(url) == []
    assert StoreFolder(url).scores()


# ── commands ──


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A folder of two runs on a store."""
    folder = "memory://shop/runs"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASMEANT_CACHE", str(tmp_path_factory.mktemp("cache")))
        for name, seed in (("one", 0), ("two", 1)):
            evaluate(
                TASKS,
                FakeModel({"one": "2 * x", "two": "x"}),
                Sampling(count=2, seed=seed),
                folder=f"{folder}/{name}",
                sandbox=FakeSandbox(lambda source: "2" in source),
                workers=1,
            )
    return folder


@pytest.mark.parametrize(
    "command",
    [
        "list runs {}", "list runs {}/one", "show {}/one", "report {}/one {}/two", "compare {}/one {}/two",
        "leaderboard {}/one {}/two", "analyse errors {}/one", "sql select(1) {}/one",
    ],
)  # fmt: skip
def test_a_url_stands_for_a_folder_of_this_machine(command: str, shop: str) -> None:
    result = CliRunner().invoke(asmeant, [*command.replace("{}", shop).split(), "--json"])
    assert result.exit_code == 0, result.exception
    assert str(Path.home()) not in result.stdout
    assert "/stores/" not in result.stdout  # the mirror is no name for a person
    assert json.loads(result.stdout)


def test_runs_of_a_store_are_listed(shop: str) -> None:
    assert [files.label for files in runs_in(shop)] == [f"{shop}/one", f"{shop}/two"]
    assert [files.label for files in runs_in(f"{shop}/one/")] == [f"{shop}/one"]
    assert list(runs_in("memory://shop/none")) == []
    result = CliRunner().invoke(asmeant, ["list", "runs", shop, "--json"])
    rows = {row["run"]: row for row in json.loads(result.stdout)}
    assert rows.keys() == {f"{shop}/one", f"{shop}/two"}
    assert rows[f"{shop}/one"]["verdicts"] == 4


def test_a_run_changed_when_it_was_written_and_not_when_it_was_fetched(shop: str, cache: Path) -> None:
    assert StoreFolder(f"{shop}/one").changed() < time.time()
    written = StoreFolder(f"{shop}/one").changed()
    forget_mirrors(cache)
    assert StoreFolder(f"{shop}/one").changed() == written


def test_a_run_on_a_store_is_replayed(shop: str) -> None:
    sandbox = FakeSandbox(lambda source: "2" in source)
    again = evaluate(TASKS, f"recorded:{shop}/one", Sampling(count=2), sandbox=sandbox, workers=1)
    assert sorted(map(_key, again.candidates)) == [("one", 0), ("one", 1), ("two", 0), ("two", 1)]
    assert [candidate.code for candidate in again.candidates if candidate.task_id == "one"] == ["2 * x"] * 2


def test_tags_are_kept_on_the_store(url: str, cache: Path) -> None:
    write(url, Verdict("one", 0, "passed"))
    write_tags(StoreFolder(url), ["best so far"])
    forget_mirrors(cache)
    assert read_tags(StoreFolder(url).path) == ("best so far",)


def test_a_sweep_and_what_is_beside_a_run_are_on_the_store(url: str) -> None:
    write_file(f"{url}/sweep", "sweep.json", b"{}")
    assert Store(f"{url}/sweep").read("sweep.json") == b"{}"
    assert StoreFolder(url).beside("-alone").label == f"{url}-alone"
    assert not is_run(f"{url}/sweep")


# ── S3 ──


@pytest.fixture(scope="module")
def endpoint() -> Iterator[str]:
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer("127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def bucket(endpoint: str, monkeypatch: pytest.MonkeyPatch) -> str:
    import s3fs

    for name, value in {
        "AWS_ACCESS_KEY_ID": "key", "AWS_SECRET_ACCESS_KEY": "secret", "AWS_DEFAULT_REGION": "us-east-1",
        "AWS_ENDPOINT_URL": endpoint,
    }.items():  # fmt: skip
        monkeypatch.setenv(name, value)
    s3fs.S3FileSystem.clear_instance_cache()
    fs = s3fs.S3FileSystem()
    if not fs.exists("bucket"):
        fs.mkdir("bucket")
    return "s3://bucket"


def test_a_run_on_s3(bucket: str, cache: Path) -> None:
    import duckdb
    import s3fs

    url, other = f"{bucket}/runs/mine", f"{bucket}/runs/other"
    model = FakeModel({"one": "2 * x", "two": "x"})
    sandbox = FakeSandbox(lambda source: "2" in source)
    far = evaluate(TASKS, model, Sampling(count=2), folder=url, sandbox=sandbox, workers=1)
    evaluate(TASKS, model, Sampling(count=2, seed=1), folder=other, sandbox=sandbox, workers=1)
    near = evaluate(
        TASKS, model, Sampling(count=2), folder=cache.with_name("near"), sandbox=sandbox, workers=1
    )
    assert far.scores == near.scores
    forget_mirrors(cache)
    assert sorted(LoadedRun(url).candidates(), key=_key) == sorted(near.candidates, key=_key)
    # The command line takes a URL wherever it takes the folder of a run.
    for command in (["show", url], ["score", url], ["report", url], ["compare", url, other]):
        result = CliRunner().invoke(asmeant, [*command, "--json"])
        assert result.exit_code == 0, result.exception
        assert json.loads(result.stdout)
    assert [files.label for files in runs_in(f"{bucket}/runs")] == [url, other]
    assert ask(url, "select count(*) from verdicts").rows == [(4,)]
    # DuckDB reads the objects in place.
    database = duckdb.connect()
    database.register_filesystem(s3fs.S3FileSystem())
    query = f"select status, count(*) from read_json('{url}/verdicts*.jsonl') group by status order by status"
    assert database.execute(query).fetchall() == [("failed", 2), ("passed", 2)]


def _key(candidate: Candidate) -> tuple[str, int]:
    return candidate.task_id, candidate.rank


def test_no_bucket_and_no_run(bucket: str) -> None:
    with pytest.raises(RunError, match=r"s3://nobody/run cannot be locked: .*bucket must exist"):
        evaluate(TASKS, FakeModel(), folder="s3://nobody/run", sandbox=FakeSandbox(bool), workers=1)
    error = CliRunner().invoke(asmeant, ["show", f"{bucket}/runs/none"]).exception
    assert str(error) == "s3://bucket/runs/none is not a run: it has no run.json. Check the URL."
