from __future__ import annotations

import errno
import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from asmeant import plugins
from asmeant.datasets import download
from asmeant.datasets.download import RetryPolicy, fetch
from asmeant.datasets.release import Release, ReleasedFile
from asmeant.errors import DownloadError, UsageError
from tests.datasets.flaky_server import Server, serve

BODY = b"".join(f"line {number}\n".encode() for number in range(30_000))
SUM = hashlib.sha256(BODY).hexdigest()
QUICK = RetryPolicy(attempts=3, pause_seconds=0.0, answer_seconds=5.0, lock_seconds=0.1)


@pytest.fixture
def server() -> Iterator[Server]:
    with serve(BODY) as running:
        yield running


FILE = ReleasedFile("mine/a.jsonl", "", SUM, len(BODY))


@pytest.fixture
def publish(server: Server, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Makes a dataset `mine` with one file that the server has."""

    def offer(file: ReleasedFile = FILE) -> None:
        files = (replace(file, url=file.url or f"{server.address}/a.jsonl"),)
        release = Release("mine", "", "", "", "", ("en",), {}, files, lambda *_: (), lambda *_: iter(()))

        def found(*_names: Any) -> Release:
            return release

        monkeypatch.setattr(plugins, "load", found)

    offer()
    return offer


def got(cache: Path) -> bytes:
    (path,) = fetch("mine", cache=cache, policy=QUICK)
    assert path == cache / "mine" / "a.jsonl"
    left = {place.name for place in path.parent.iterdir()}
    assert left <= {"a.jsonl", "a.jsonl.sha256", "a.jsonl.bad"}
    return path.read_bytes()


def begin(cache: Path, part: bytes, etag: str = '"one"', url: str | None = None) -> None:
    """A download that was interrupted."""
    (cache / "mine").mkdir(parents=True)
    (cache / "mine" / "a.jsonl.part").write_bytes(part)
    if url is not None:
        (cache / "mine" / "a.jsonl.part.json").write_text(json.dumps({"url": url, "etag": etag}))


@pytest.mark.usefixtures("publish")
def test_a_file_comes_once(server: Server, tmp_path: Path) -> None:
    seen: list[tuple[str, int, int | None]] = []
    fetch("mine", cache=tmp_path, progress=lambda *step: seen.append(step), policy=QUICK)
    assert seen[-1] == ("mine/a.jsonl", len(BODY), len(BODY))
    assert len(seen) > 2
    assert got(tmp_path) == BODY
    assert len(server.asked) == 1
    assert server.asked[0]["accept-encoding"] == "identity"


@pytest.mark.usefixtures("publish", "server")
def test_the_cache_is_where_the_environment_says(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path))
    assert fetch("mine", policy=QUICK) == [tmp_path / "data" / "mine" / "a.jsonl"]


@pytest.mark.usefixtures("publish")
def test_a_damaged_file_comes_again(server: Server, tmp_path: Path) -> None:
    got(tmp_path)
    (tmp_path / "mine" / "a.jsonl").write_bytes(BODY[:100])
    assert got(tmp_path) == BODY
    assert len(server.asked) == 2


@pytest.mark.usefixtures("publish")
def test_a_cut_connection_is_taken_up_where_it_broke(server: Server, tmp_path: Path) -> None:
    server.faults = [100_000, 50_000]
    assert got(tmp_path) == BODY
    assert [asked.get("range") for asked in server.asked] == [None, "bytes=100000-", "bytes=150000-"]
    assert server.asked[1]["if-range"] == '"one"'


@pytest.mark.usefixtures("publish")
def test_so_is_one_without_a_length(server: Server, tmp_path: Path) -> None:
    server.lengths = False
    server.faults = [100_000]
    assert got(tmp_path) == BODY


@pytest.mark.usefixtures("publish")
def test_what_came_is_kept_for_the_next_call(server: Server, tmp_path: Path) -> None:
    server.faults = [10_000, 10_000, 10_000]
    with pytest.raises(DownloadError, match="30000 bytes are kept: run the same command later"):
        got(tmp_path)
    assert got(tmp_path) == BODY
    assert server.asked[-1]["range"] == "bytes=30000-"


@pytest.mark.usefixtures("publish")
def test_an_interruption_keeps_the_part(server: Server, tmp_path: Path) -> None:
    def interrupt(_path: str, there: int, _total: int | None) -> None:
        if there > 70_000:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fetch("mine", cache=tmp_path, progress=interrupt, policy=QUICK)
    assert not (tmp_path / "mine" / "a.jsonl").exists()
    assert got(tmp_path) == BODY
    assert int(server.asked[-1]["range"].removeprefix("bytes=").rstrip("-")) > 65_000


@pytest.mark.usefixtures("publish")
def test_a_server_may_ignore_the_range(server: Server, tmp_path: Path) -> None:
    begin(tmp_path, BODY[:5000])
    server.ranges = False
    assert got(tmp_path) == BODY


@pytest.mark.usefixtures("publish")
def test_a_changed_version_starts_over(server: Server, tmp_path: Path) -> None:
    begin(tmp_path, b"x" * 5000, '"older"', f"{server.address}/a.jsonl")
    assert got(tmp_path) == BODY
    assert [asked.get("if-range") for asked in server.asked] == ['"older"']


@pytest.mark.usefixtures("publish")
def test_a_changed_weak_version_starts_over(server: Server, tmp_path: Path) -> None:
    begin(tmp_path, b"x" * 5000, 'W/"older"', f"{server.address}/a.jsonl")
    assert got(tmp_path) == BODY
    assert [asked.get("range") for asked in server.asked] == ["bytes=5000-", None]


@pytest.mark.usefixtures("publish")
def test_a_range_that_starts_elsewhere_starts_over(server: Server, tmp_path: Path) -> None:
    begin(tmp_path, BODY[:5000])
    server.shift = 1
    assert got(tmp_path) == BODY


@pytest.mark.usefixtures("publish")
def test_a_part_of_something_else_starts_over(server: Server, tmp_path: Path) -> None:
    begin(tmp_path, b"x" * 5000, url="http://elsewhere/a.jsonl")
    server.etag = ""
    assert got(tmp_path) == BODY
    assert [asked.get("range") for asked in server.asked] == ["bytes=5000-", None]


@pytest.mark.usefixtures("publish")
@pytest.mark.parametrize(("part", "requests"), [(BODY, 1), (BODY + b"more", 2)])
def test_a_part_that_is_whole_or_more(server: Server, tmp_path: Path, part: bytes, requests: int) -> None:
    begin(tmp_path, part)
    assert got(tmp_path) == BODY
    assert len(server.asked) == requests


@pytest.mark.usefixtures("publish")
@pytest.mark.parametrize("status", [500, 503, 429])
def test_a_busy_server_is_asked_again(server: Server, tmp_path: Path, status: int) -> None:
    server.faults = [status, status]
    assert got(tmp_path) == BODY
    server.faults = [status] * 3
    with pytest.raises(DownloadError, match=rf"fails again and again .*{status}"):
        got(tmp_path / "other")


@pytest.mark.usefixtures("publish")
def test_a_file_that_is_gone_is_told(server: Server, tmp_path: Path) -> None:
    server.faults = [404]
    with pytest.raises(DownloadError) as caught:
        got(tmp_path)
    assert str(caught.value) == (
        f"mine/a.jsonl could not be fetched: {server.address}/a.jsonl answers 404 (Not Found). If it "
        f"has moved, put the file at {tmp_path / 'mine' / 'a.jsonl'} yourself."
    )
    assert len(server.asked) == 1


@pytest.mark.usefixtures("publish")
def test_a_redirection_without_end_is_told(server: Server, tmp_path: Path) -> None:
    server.faults = [302] * 100
    with pytest.raises(DownloadError, match="Exceeded maximum allowed redirects"):
        got(tmp_path)


def test_a_server_out_of_reach_is_told(publish: Callable[..., None], tmp_path: Path) -> None:
    publish(replace(FILE, url="http://127.0.0.1:9/a.jsonl"))
    with pytest.raises(DownloadError, match=r"127\.0\.0\.1 cannot be reached .*HTTPS_PROXY"):
        got(tmp_path)


def test_an_address_that_is_none_is_told(publish: Callable[..., None], tmp_path: Path) -> None:
    publish(replace(FILE, url="gopher://127.0.0.1/a.jsonl"))
    with pytest.raises(DownloadError, match="fails again and again"):
        got(tmp_path)


@pytest.mark.usefixtures("publish")
@pytest.mark.parametrize("body", [BODY[:-1] + b"?", BODY * 3, b"<html>Please log in</html>" + BODY])
def test_a_wrong_sum_is_told_and_kept_aside(server: Server, tmp_path: Path, body: bytes) -> None:
    server.body = body
    with pytest.raises(DownloadError, match=f"is not what it should be: .* and the published {SUM}"):
        got(tmp_path)
    assert sorted(place.name for place in (tmp_path / "mine").iterdir()) == ["a.jsonl.bad"]
    server.body = BODY
    assert got(tmp_path) == BODY


def test_without_a_published_sum_the_first_one_holds(
    server: Server, publish: Callable[..., None], tmp_path: Path
) -> None:
    publish(replace(FILE, sha256=None, bytes=None))
    assert got(tmp_path) == BODY
    assert (tmp_path / "mine" / "a.jsonl.sha256").read_text() == f"{SUM}  a.jsonl\n"
    (tmp_path / "mine" / "a.jsonl").write_bytes(b"damaged")
    assert got(tmp_path) == BODY
    (tmp_path / "mine" / "a.jsonl").unlink()
    server.body = b"another"
    with pytest.raises(DownloadError, match=rf"and the first download's \(none is published\) {SUM}"):
        got(tmp_path)


def test_a_file_put_there_by_hand_is_taken(
    server: Server, publish: Callable[..., None], tmp_path: Path
) -> None:
    publish(replace(FILE, sha256=None, bytes=None))
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.jsonl").write_bytes(b"by hand")
    assert got(tmp_path) == b"by hand"
    assert not server.asked


@pytest.mark.usefixtures("publish")
def test_two_at_a_time_take_turns(server: Server, tmp_path: Path) -> None:
    found: list[list[Path]] = []
    policy = replace(QUICK, lock_seconds=10.0)
    threads = [
        threading.Thread(target=lambda: found.append(fetch("mine", cache=tmp_path, policy=policy)))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [[tmp_path / "mine" / "a.jsonl"]] * 4
    assert len(server.asked) == 1


@pytest.mark.usefixtures("publish", "server")
def test_another_that_never_ends_is_told(tmp_path: Path) -> None:
    with (
        FileLock(tmp_path / ".mine.lock"),
        pytest.raises(DownloadError, match="Another process has been fetching mine for 0 seconds"),
    ):
        got(tmp_path)


@pytest.mark.usefixtures("publish", "server")
@pytest.mark.parametrize(
    ("number", "message"),
    [
        (
            errno.ENOSPC,
            "is full. Free some space, or set ASMEANT_CACHE to a folder on another disk. Then run",
        ),
        (errno.EROFS, "cannot be written: Read-only file system. Set ASMEANT_CACHE"),
    ],
)
def test_a_disk_that_takes_no_more_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int, message: str
) -> None:
    def refuse(*_given: Any) -> None:
        raise OSError(number, "Read-only file system")

    monkeypatch.setattr(download, "_write", refuse)
    with pytest.raises(DownloadError) as caught:
        got(tmp_path)
    assert message in str(caught.value)


@pytest.mark.usefixtures("publish", "server")
def test_a_cache_that_is_no_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(DownloadError, match="cannot be written: "):
        got(tmp_path / "file")


@pytest.mark.parametrize("name", ["sample", "tasks"])
def test_what_needs_no_download_is_told(name: str) -> None:
    with pytest.raises(UsageError, match=f"'{name}' needs no download"):
        fetch(name)
