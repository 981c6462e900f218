from __future__ import annotations

import os
import socket
import sys
from types import SimpleNamespace
from typing import Any

import pytest

from asmeant.errors import ServerError
from asmeant.pipeline.cluster import connection
from asmeant.pipeline.cluster.connection import Connection


class FakeRay:
    """Ray as far as connecting goes."""

    def __init__(self, error: Exception | None = None, is_initialized: bool = False) -> None:
        self.error = error
        self.started: list[dict[str, Any]] = []
        self.shutdowns = 0
        self.is_initialized = lambda: is_initialized
        self.cluster_resources = lambda: {"CPU": 3.0}

    def init(self, **settings: Any) -> None:
        self.started.append(settings)
        if self.error is not None:
            raise self.error

    def shutdown(self) -> None:
        self.shutdowns += 1


def connect(monkeypatch: pytest.MonkeyPatch, ray: FakeRay, on: str) -> Connection:
    monkeypatch.setattr(connection, "load_ray", lambda: ray)
    monkeypatch.setattr(connection, "_require_listener", lambda _: None)
    return Connection(on, 2)


def test_a_ray_is_started_here_without_a_dashboard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("RAY_ADDRESS", raising=False)
    ray = FakeRay()
    made = connect(monkeypatch, ray, "ray")
    (settings,) = ray.started
    assert settings == {
        "address": "local", "num_cpus": 2, "include_dashboard": False, "log_to_driver": False,
        "logging_level": "ERROR",
    }  # fmt: skip
    assert made.cpus() == 3
    made.close()
    assert ray.shutdowns == 1


@pytest.mark.parametrize(
    ("on", "variable", "address"), [("ray", "h:1", "h:1"), ("ray://a:2", "h:1", "ray://a:2")]
)
def test_an_address_is_used(monkeypatch: pytest.MonkeyPatch, on: str, variable: str, address: str) -> None:
    monkeypatch.setenv("RAY_ADDRESS", variable)
    ray = FakeRay()
    connect(monkeypatch, ray, on)
    assert ray.started[0]["address"] == address
    assert "num_cpus" not in ray.started[0]


def test_a_ray_that_someone_else_started_is_left_running(monkeypatch: pytest.MonkeyPatch) -> None:
    ray = FakeRay(is_initialized=True)
    connect(monkeypatch, ray, "ray").close()
    assert not ray.started
    assert not ray.shutdowns


def test_a_cluster_that_refuses_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(
        ServerError, match=r"No Ray cluster answers at h:1: refused\. Start one with: ray start"
    ):
        connect(monkeypatch, FakeRay(ConnectionError("refused")), "h:1")


@pytest.mark.parametrize("scheme", ["", "ray://"])
def test_an_address_where_nobody_listens_is_an_error_at_once(
    monkeypatch: pytest.MonkeyPatch, scheme: str
) -> None:
    ray = FakeRay()
    monkeypatch.setattr(connection, "load_ray", lambda: ray)
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}127.0.0.1:{server.getsockname()[1]}"
    with pytest.raises(ServerError, match=f"No Ray cluster answers at {address}: .*refused"):
        Connection(address)
    assert not ray.started


def test_the_settings_keep_ray_quiet(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in connection.QUIET:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setitem(sys.modules, "ray", SimpleNamespace())
    connection.load_ray()
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
