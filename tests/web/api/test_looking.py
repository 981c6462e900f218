"""Runs by the API: in pages, filtered, and nothing outside the folder."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote

import pytest

from tests.web.apps import open_client
from tests.web.test_runs import NAMES, make_run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("runs")
    make_run(folder / "one", "x + x", "x", "x")
    make_run(folder / "two <b>")
    return folder


def test_runs_are_listed(folder: Path) -> None:
    client = open_client(folder)
    page = client.get("/api/v1/runs").json()
    assert page["total"] == 2
    assert {run["name"]: run["verdicts"] for run in page["runs"]} == {"one": 3, "two <b>": 1}
    assert len(client.get("/api/v1/runs?limit=1&offset=1").json()["runs"]) == 1


def test_a_run_and_its_parts(folder: Path) -> None:
    client = open_client(folder)
    run = client.get("/api/v1/runs/one").json()
    assert run["statuses"] == {"passed": 1, "failed": 2}
    assert run["settings"]["model"] == "fake"
    assert run["scores"]
    assert client.get("/api/v1/runs/one/tasks").json()["tasks"][0]["id"] == "double"
    failed = client.get("/api/v1/runs/one/attempts?status=failed&limit=1&offset=1").json()
    assert (failed["total"], len(failed["attempts"])) == (2, 1)
    assert failed["attempts"][0]["candidate"]["rank"] == 2
    assert client.get("/api/v1/runs/one/attempts?task_id=double").json()["total"] == 3
    assert client.get("/api/v1/runs/one/attempts?task_id=nothing").status_code == 404
    assert client.get(f"/api/v1/runs/{quote('two <b>')}").json()["name"] == "two <b>"


@pytest.mark.parametrize(
    "query", ["limit=0", "limit=501", "offset=-1", "limit=x", "other=1", "offset=99999999999999999999"]
)
def test_a_wrong_query(folder: Path, query: str) -> None:
    assert open_client(folder).get(f"/api/v1/runs?{query}").status_code == 422


@pytest.mark.parametrize("name", [name for name in NAMES if name.isprintable() and name not in (".", "..")])
def test_nothing_outside_the_folder(folder: Path, name: str) -> None:
    client = open_client(folder / "one")
    assert client.get(f"/api/v1/runs/{quote(name, safe='')}").status_code == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_other_methods(folder: Path, method: str) -> None:
    response = open_client(folder).request(method, "/api/v1/runs")
    assert response.status_code == 405
    assert "GET" in response.headers["allow"]


def test_words_are_not_taken_for_nothing(folder: Path) -> None:
    client = open_client(folder)
    assert client.get("/api/v1/runs/one/attempts?task_id=null").status_code == 404
    assert client.get("/api/v1/runs/one/attempts?status=null").status_code == 422
    assert client.get("/api/v1/runs?limit=1&limit=2").status_code == 422
