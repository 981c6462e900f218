"""Who is known by what, and who is not."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.web.security.passwords import hash_token
from asmeant.web.security.users import User, Users
from tests.web.apps import batch, open_client, post, token_file


def test_on_this_machine_nobody_logs_in(tmp_path: Path) -> None:
    server = open_client(tmp_path).get("/api/v1/server").json()
    assert (server["caller"], server["role"]) == ("local", "write")


def test_a_wrong_token_is_refused_also_on_this_machine(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    assert client.get("/api/v1/server", headers={"authorization": "Bearer guess"}).status_code == 401


def test_roles_of_tokens(tmp_path: Path) -> None:
    path, runner, viewer = token_file(tmp_path)
    client = open_client(tmp_path, users=path)
    assert post(client, batch("x")).status_code == 401
    assert post(client, batch("x"), authorization=f"Bearer {runner}").status_code == 200
    refused = post(client, batch("x"), authorization=f"Bearer {viewer}")
    assert refused.status_code == 403
    assert refused.json()["detail"] == "This needs the role 'run'. viewer may only look."
    assert client.get("/api/v1/runs", headers={"authorization": f"bearer {viewer}"}).status_code == 200


@pytest.mark.parametrize(
    "header", ["Basic YWRhOmFkYQ==", "Bearer", "Bearer ", "Token x", "Bearer \xe9\xff", " "]
)
def test_other_headers_are_refused(tmp_path: Path, header: str) -> None:
    client = open_client(tmp_path, token="secret")
    headers = {b"authorization": header.encode("latin-1")}
    assert client.get("/api/v1/runs", headers=headers).status_code == 401


def test_the_way_in_is_open_and_nothing_else(tmp_path: Path) -> None:
    client = open_client(tmp_path, token="secret")
    assert client.get("/login").status_code == 200
    assert client.get("/static/app.css").status_code == 200
    assert client.get("/api/v1/health").json()["status"] == "ok"
    assert client.get("/api/openapi.json").status_code == 401
    for path in ("/static/../api/v1/runs", "/static/%2e%2e/app.py", "/static/..%2fapp.py", "/static/.."):
        response = client.get(path)
        assert response.status_code in (303, 401, 404), path
        assert "create_app" not in response.text


def test_time_tells_nothing_about_secrets(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Tokens are looked up by their hashes; other secrets are compared in the same time for any guess."""
    users = Users({"ci": User("run", token=hash_token("abc"))})
    assert users.with_token("abc").name == "ci"
    assert "abc" not in repr(vars(users))
    compared: list[object] = []

    def compare(*values: bytes) -> bool:
        compared.append(values)
        return False

    monkeypatch.setattr("asmeant.web.security.roles.hmac.compare_digest", compare)
    client = open_client(tmp_path, token="secret")
    assert client.post("/login", data={"password": "secret", "csrf": "guess"}).status_code == 403
    assert compared
