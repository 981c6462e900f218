"""Applications to test: a client of one, with a sandbox that runs nothing."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import Any
from unittest.mock import patch

import msgspec

from asmeant.client import Batch, Submission
from asmeant.pipeline import LocalCourt
from asmeant.testing import FakeSandbox, make_task
from asmeant.web.app import create_app
from asmeant.web.security import passwords
from asmeant.web.security.users import add_token, add_user
from asmeant.web.settings import Settings

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # which HTTP library Starlette would rather have
    from starlette.testclient import TestClient

ADDRESS = "http://127.0.0.1:8000"
VERDICTS = "/api/v1/verdicts"
PASSWORD = "correct horse"


def open_client(folder: Path, address: str = ADDRESS, **settings: Any) -> TestClient:
    def make_court() -> LocalCourt:
        return LocalCourt(workers=2, sandbox=FakeSandbox(lambda source: "x + x" in source))

    return client_of(create_app(Settings(folder=folder, **settings), make_court), address)


def client_of(app: Any, address: str = ADDRESS) -> TestClient:
    return TestClient(app, base_url=address, raise_server_exceptions=False, follow_redirects=False)


def users_file(folder: Path) -> Path:
    """ada may write, bob may run, eve may look."""
    path = folder / "users.json"
    with patch.object(passwords, "COST", 16):  # cheap to guess, and quick
        for name, role in (("ada", "write"), ("bob", "run"), ("eve", "look")):
            add_user(path, name, role, PASSWORD)  # type: ignore[arg-type]
    return path


def token_file(folder: Path) -> tuple[Path, str, str]:
    """The file, and the tokens of a program that may run and of one that may look."""
    path = folder / "tokens.json"
    return path, add_token(path, "ci", "run"), add_token(path, "viewer", "look")


def csrf_of(page: str) -> str:
    match = re.search(r'name="csrf" value="(\w+)"', page)
    assert match
    return match[1]


def log_in(client: TestClient, name: str, password: str = PASSWORD, **fields: str) -> Any:
    token = csrf_of(client.get("/login").text)
    return client.post("/login", data={"name": name, "password": password, "csrf": token, **fields})


def batch(*codes: str, **changes: Any) -> bytes:
    task = make_task()
    return msgspec.json.encode(Batch(tuple(Submission(task.id, code) for code in codes), (task,), **changes))


def post(client: TestClient, body: bytes, **headers: str) -> Any:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post(VERDICTS, content=body, headers={"content-type": "application/json", **named})


def events(text: str) -> list[dict[str, Any]]:
    return [msgspec.json.decode(line) for line in text.splitlines()]
