"""The pages by their addresses: what they show, what they refuse, and that what a model wrote stays text."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.reports.making import make_run
from tests.reports.test_page import NASTY as NASTY_TEXTS
from tests.reports.test_page import nasty_run
from tests.web.apps import log_in, open_client, users_file

if TYPE_CHECKING:
    from starlette.testclient import TestClient

NASTY = " ".join(NASTY_TEXTS)


def client_of(folder: Path, **settings: Any) -> TestClient:
    client = open_client(folder, **settings)
    client.follow_redirects = True
    return client


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    make_run(folder / "one", {"a": "pf", "b": "ff"}, "alpha")
    make_run(folder / "two", {"a": "pp", "b": "pf"}, "beta")
    (folder / "broken").mkdir()
    (folder / "broken" / "run.json").write_text("{")
    nasty_run(folder / "nasty", NASTY)
    return folder


@pytest.fixture(scope="module")
def client(folder: Path) -> Iterator[TestClient]:
    with client_of(folder) as client:
        yield client


def page(client: TestClient, address: str, **headers: str) -> str:
    answer = client.get(address, headers=headers)
    assert answer.status_code == 200, answer.text
    return str(answer.text)


def when_made(client: TestClient, address: str) -> str:
    """A page that takes its time says so, until it is there."""
    deadline = time.monotonic() + 30
    while 'data-refresh="1"' in (text := page(client, address)):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    return text


def test_runs(client: TestClient) -> None:
    text = page(client, "/")
    assert "alpha" in text
    assert "beta" in text
    assert "broken" in text
    assert 'action="/runs"' not in text  # runs cannot be started here
    assert "beta" not in page(client, "/?q=alpha")


def test_a_run_and_its_filters(client: TestClient) -> None:
    text = page(client, "/runs/one?status=failed")
    assert "3 of 4 candidates" in text
    assert '<option value="failed" selected>' in text
    assert "/runs/one/task?id=a&amp;status=failed#c1" in text
    assert "4 of 4 candidates" in page(client, "/runs/one?page=no&status=")


def test_a_task(client: TestClient) -> None:
    text = page(client, "/runs/one/task?id=a&status=failed")
    assert "answered 3, expected 4" in text
    assert 'rel="next" href="/runs/one/task?id=b&amp;status=failed#c0"' in text
    assert 'rel="prev"' not in text


def test_plots_and_comparisons_are_made_apart(client: TestClient) -> None:
    assert "pass@1" in when_made(client, "/runs/one/plots")
    text = when_made(client, "/compare?run=one&run=two")
    assert "/compare/task?run=one&amp;run=two&amp;id=b" in text
    assert "two − one" in text
    assert "of different datasets" in when_made(client, "/compare?run=one&run=nasty")
    task = page(client, "/compare/task?run=one&run=two&id=b")
    assert 'href="/compare?run=one&amp;run=two"' in task
    assert client.get("/compare/task?run=one&run=two&id=zzz").status_code == 404
    assert 'type="checkbox" name="run" value="one"' in page(client, "/compare")


def test_the_leaderboard(client: TestClient) -> None:
    assert "alpha" in page(client, "/leaderboard?dataset=fake")


def test_the_report_is_a_download(client: TestClient) -> None:
    answer = client.get("/runs/one/report.html")
    assert answer.headers["content-disposition"].startswith("attachment")


def test_the_interface_speaks_four_languages(client: TestClient) -> None:
    assert "<h1>Запуски</h1>" in page(client, "/", **{"accept-language": "ru-RU,ru;q=0.9"})
    answer = client.get("/language?language=ja&next=/leaderboard", follow_redirects=False)
    assert answer.headers["location"] == "/leaderboard"
    assert "asmeant_language=ja" in answer.headers["set-cookie"]
    client.cookies.clear()
    for address in ("https://evil.example", "//evil.example", "/\\evil.example"):
        answer = client.get("/language", params={"language": "en", "next": address}, follow_redirects=False)
        assert answer.headers["location"] == "/"
    client.cookies.clear()


@pytest.mark.parametrize(
    "address",
    [
        "/",
        "/runs/nasty",
        "/runs/nasty?q=%3Cscript%3E&cause=%22%3E%3Cb%3E",
        "/leaderboard",
        "/runs/nasty/plots",
    ],
)
def test_what_a_model_wrote_is_text(client: TestClient, address: str) -> None:
    text = when_made(client, address)
    assert_harmless(text)


def test_the_nasty_task_is_text(client: TestClient) -> None:
    answer = client.get("/runs/nasty/task", params={"id": f"{NASTY}0"})
    assert answer.status_code == 200
    assert_harmless(answer.text)
    assert "script-src 'self'" in answer.headers["content-security-policy"]
    assert "unsafe" not in answer.headers["content-security-policy"]


def assert_harmless(text: str) -> None:
    """Our own scripts and no others; no handler and no style in an attribute; nothing that is no text."""
    scripts = re.findall(r"<script[^>]*>", text)
    assert all('src="/static/' in tag or 'type="application/json"' in tag for tag in scripts), scripts
    for body in re.findall(r'<script type="application/json"[^>]*>(.*?)</script>', text, re.DOTALL):
        assert "<" not in body
    tags = re.sub(r'"[^"]*"', '""', " ".join(re.findall(r"<[a-zA-Z][^>]*>", text)))
    assert not re.search(r"\son\w+\s*=|\sstyle\s*=|javascript:", tags)
    assert "<img" not in text
    assert "\x00" not in text


@pytest.mark.parametrize(
    "address",
    [
        "/runs/nobody",
        "/runs/%2e%2e",
        "/runs/%2e%2e%2fetc",
        "/runs/one/task?id=zzz",
        "/runs/one/task",
        "/nothing",
    ],
)
def test_what_is_not_there(client: TestClient, address: str) -> None:
    assert client.get(address).status_code == 404


# ── what changes something ──


def token(client: TestClient) -> str:
    match = re.search(r'name="csrf-token" content="(\w+)"', client.get("/").text)
    assert match
    return match[1]


def test_tags_are_saved(client: TestClient, folder: Path) -> None:
    form = {"csrf": token(client), "tags": "best, <b>"}
    assert client.post("/runs/one/tags", data=form).status_code == 200
    assert '<span class="chip">&lt;b&gt;</span>' in page(client, "/runs/one")
    assert client.post("/runs/one/tags", data={"tags": "x"}).status_code == 403  # no token of a form
    assert client.post("/runs/nobody/tags", data=form).status_code == 404


def test_runs_are_only_started_where_that_is_allowed(client: TestClient, folder: Path) -> None:
    form = {"csrf": token(client), "dataset": "sample", "model": "reference"}
    assert client.post("/runs", data=form).status_code == 403
    assert client.post("/runs/one/resume", data=form).status_code == 403
    open_app = client_of(folder, allow_run=True)
    form["csrf"] = token(open_app)
    for wrong in ({"dataset": "tasks:/etc/passwd"}, {"dataset": "nobody"}, {"model": ""}, {"limit": "-1"}):
        assert open_app.post("/runs", data=form | wrong).status_code == 422


def test_a_run_is_started(folder: Path, tmp_path: Path) -> None:
    client = client_of(tmp_path, allow_run=True)
    form = {"csrf": token(client), "dataset": "sample", "model": "reference", "limit": "1"}
    answer = client.post("/runs", data=form, follow_redirects=False)
    assert answer.status_code == 303, answer.text
    (run,) = tmp_path.glob("sample-reference-*")
    assert answer.headers["location"] == f"/runs/{run.name}"
    deadline = time.monotonic() + 60
    while not (run / "scores.json").exists():
        assert time.monotonic() < deadline
        time.sleep(0.1)
    answer = client.post("/runs", data=form | {"model": "nobody"})
    assert answer.status_code == 422
    assert "No model is called" in answer.text


def test_options_of_a_run_are_checked() -> None:
    from asmeant.web.pages.acting import new_name, run_options
    from asmeant.web.responses import RefusedError

    with pytest.raises(RefusedError):
        run_options({"dataset": "sample", "model": "gguf:/etc/passwd"}, may_write=False)
    assert run_options({"dataset": "odex:test", "model": "gguf:x", "samples": "3"}, True) == [
        "--model=gguf:x",
        "--samples=3",
    ]
    assert re.fullmatch(r"odex-openai-x-http-a-\d+-\d+-\w+", new_name("odex", "openai:x@http://a/"))


def test_roles(folder: Path, tmp_path: Path) -> None:
    """Who may look sees runs; who may run plays and resumes what is theirs; who may write does all."""
    users = users_file(tmp_path)

    eve, bob = (client_of(folder, users=users, allow_run=True) for _ in range(2))
    log_in(eve, "eve")
    log_in(bob, "bob")
    assert "You may look, and not run" in eve.get("/playground").text
    form = {"csrf": token(eve), "code": "ls", "language": "bash", "dataset": "sample", "model": "reference"}
    for address in ("/playground", "/runs", "/runs/one/resume", "/runs/one/tags"):
        assert eve.post(address, data=form).status_code == 403, address
    form["csrf"] = token(bob)
    assert bob.post("/runs/one/resume", data=form).status_code == 403  # another user's run
    assert bob.post("/runs/one/tags", data=form).status_code == 403
    assert open_client(folder, users=users).get("/runs/one").status_code == 303  # log in first


def test_the_playground(client: TestClient) -> None:
    assert "data-answers" in page(client, "/playground")
    form = {"csrf": token(client), "language": "bash", "tree": "sample", "code": "head -1 notes.txt"}
    assert "buy milk" in client.post("/playground", data=form).text
    answer = client.post("/playground", data=form, headers={"accept": "application/x-ndjson"})
    assert answer.headers["content-type"] == "application/x-ndjson"
    assert "buy milk" in answer.json()["html"]
    assert client.post("/playground", data=form | {"code": ""}).status_code == 422
    assert client.post("/playground", data=form | {"model": "openai:x@http://inside"}).status_code == 422
    assert client.post("/playground", data=form | {"csrf": ""}).status_code == 403
    files = {"upload": ("a.tar", b"no archive", "application/x-tar")}
    assert client.post("/playground", data=form, files=files).status_code == 422
