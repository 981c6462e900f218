from __future__ import annotations

import json
import os
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from asmeant.errors import RunBusyError, RunError, UsageError
from asmeant.stores import LOCK, STALE_SECONDS, Store, is_url, local_path


@pytest.mark.parametrize(
    ("location", "expected"),
    [
        ("s3://bucket/run", True), ("memory://run", True), ("file:///tmp/run", False), ("runs/mine", False),
        ("C:/runs", False), (Path("s3://bucket/run"), False),
    ],
)  # fmt: skip
def test_what_is_on_a_store(location: str | Path, expected: bool) -> None:
    assert is_url(location) == expected


def test_a_file_url_is_a_folder() -> None:
    assert local_path("file:///tmp/run") == Path("/tmp/run")


@pytest.fixture
def store(request: pytest.FixtureRequest) -> Store:
    return Store(f"memory://{request.node.name}/run/")


def test_objects_are_written_as_a_whole(store: Store) -> None:
    assert store.objects() == []
    store.write("b", b"1")
    store.write("a", b"22")
    before = store.objects()
    assert [(item.name, item.size) for item in before] == [("a", 2), ("b", 1)]
    store.write("a", b"33")
    assert store.objects() != before
    assert store.read("a") == b"33"
    store.delete("a")
    assert [item.name for item in store.objects()] == ["b"]
    with pytest.raises(RunError, match=r"run cannot be read \(a\): it is not there"):
        store.read("a")


def test_one_process_has_the_lock(store: Store) -> None:
    other = Store(store.url)
    store.lock()
    with pytest.raises(RunBusyError, match=f"A process on .* \\({os.getpid()}\\) is writing {store.url}"):
        other.lock()
    other.unlock()  # it is not its own
    assert store.objects()
    store.unlock()
    assert not store.objects()
    other.lock()


@pytest.mark.parametrize(
    "changes",
    [{"time": time.time() - STALE_SECONDS - 1, "host": "elsewhere"}, {"pid": 2**30}, {"writer": ""}],
)
def test_a_lock_that_was_left_behind_is_taken_over(store: Store, changes: dict[str, Any]) -> None:
    other = Store(store.url)
    other.lock()
    other.write(LOCK, json.dumps({**json.loads(other.read(LOCK)), **changes}).encode())
    store.lock()
    assert json.loads(store.read(LOCK))["writer"] == store.writer


def test_a_process_that_was_silent_too_long_does_not_take_the_lock_back(store: Store) -> None:
    other = Store(store.url)
    store.lock()
    store.keep_lock()
    other.write(LOCK, json.dumps({**json.loads(store.read(LOCK)), "writer": other.writer}).encode())
    with pytest.raises(RunBusyError, match="Another process has begun to write"):
        store.keep_lock()
    assert json.loads(store.read(LOCK))["writer"] == other.writer


def test_a_url_without_a_folder_is_refused() -> None:
    with pytest.raises(UsageError, match=r"s3:// names no folder\. Say for example: s3://BUCKET/RUN"):
        Store("s3://")


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(UsageError, match="Protocol not known: nowhere"):
        Store("nowhere://x/y")
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(
        UsageError,
        match=r"needs fsspec, which is not installed. Install it with: pip install 'asmeant\[store\]'",
    ):
        Store("s3://x/y")


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (
            PermissionError("Forbidden"),
            r"cannot be listed: access is denied \(Forbidden\). Look at your credentials",
        ),
        (
            RuntimeError("Unable to locate credentials"),
            "Unable to locate credentials. Look at your credentials.",
        ),
        (OSError(5, "no route"), "no route"),
    ],
)
def test_errors_say_what_to_do(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception, message: str
) -> None:
    def refuse(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(store._fs, "ls", refuse)
    with pytest.raises(RunError, match=message):
        store.objects()
