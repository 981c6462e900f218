"""Logging in and out: sessions begin anew, end, and cannot be planted; guesses are few."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.web.security.identity import SESSION_COOKIE
from asmeant.web.security.login import FAILURES_OF_A_NAME, local_path
from tests.web.apps import PASSWORD, batch, csrf_of, log_in, open_client, post, users_file


@pytest.fixture(scope="module")
def users(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return users_file(tmp_path_factory.mktemp("users"))


def test_a_person_logs_in_and_out(tmp_path: Path, users: Path) -> None:
    client = open_client(tmp_path, users=users)
    redirect = client.get("/runs/a?x=1")
    assert (redirect.status_code, redirect.headers["location"]) == (303, "/login?next=%2Fruns%2Fa%3Fx%3D1")
    done = log_in(client, "ada", next="/api/v1/server")
    assert (done.status_code, done.headers["location"]) == (303, "/api/v1/server")
    cookie = done.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=lax" in cookie
    server = client.get("/api/v1/server").json()
    assert (server["caller"], server["role"]) == ("ada", "write")
    old = client.cookies[SESSION_COOKIE]
    assert client.post("/logout", data={"csrf": "wrong"}).status_code == 403
    token = csrf_of(client.get("/nowhere").text)
    assert client.post("/logout", data={"csrf": token}).status_code == 303
    assert client.get("/api/v1/server").status_code == 401
    assert client.get("/api/v1/server", headers={"cookie": f"{SESSION_COOKIE}={old}"}).status_code == 401


def test_cookies_insist_on_https_where_there_is_https(tmp_path: Path, users: Path) -> None:
    client = open_client(tmp_path, "https://runs.example", users=users, public_url="https://runs.example")
    response = log_in(client, "ada")
    assert "secure" in response.headers["set-cookie"].lower()
    assert "strict-transport-security" in response.headers


def test_a_session_that_was_planted_is_not_used(tmp_path: Path, users: Path) -> None:
    """Session fixation: the id of before the login is worth nothing after it."""
    client = open_client(tmp_path, users=users)
    client.cookies.set(SESSION_COOKIE, "planted", domain="127.0.0.1")
    response = log_in(client, "ada")
    assert "planted" not in response.headers["set-cookie"]
    other = open_client(tmp_path, users=users)
    assert other.get("/api/v1/server", headers={"cookie": f"{SESSION_COOKIE}=planted"}).status_code == 401
    assert client.get("/api/v1/server", headers={"cookie": f"{SESSION_COOKIE}=planted"}).status_code == 401


def test_the_login_form_must_come_from_here(tmp_path: Path, users: Path) -> None:
    client = open_client(tmp_path, users=users)
    fields = {"name": "ada", "password": PASSWORD}
    assert client.post("/login", data=fields).status_code == 403
    stranger = open_client(tmp_path, users=users)
    token = csrf_of(stranger.get("/login").text)
    client.get("/login")
    assert client.post("/login", data={**fields, "csrf": token}).status_code == 403


def test_guesses_are_limited(tmp_path: Path, users: Path) -> None:
    client = open_client(tmp_path, users=users)
    for _ in range(FAILURES_OF_A_NAME):
        refused = log_in(client, "bob", "wrong password")
        assert refused.status_code == 401
        assert "The name or the password is wrong." in refused.text
    blocked = log_in(client, "bob")
    assert blocked.status_code == 429
    assert 0 < int(blocked.headers["retry-after"]) <= 900
    assert log_in(client, "eve").status_code == 303


def test_a_token_may_be_used_to_log_in(tmp_path: Path) -> None:
    client = open_client(tmp_path, token="a long and secret token")
    assert log_in(client, "", "a wrong token").status_code == 401
    assert log_in(client, "", "a long and secret token").status_code == 303
    assert client.get("/api/v1/server").json()["caller"] == "token"


def test_who_is_known_by_a_cookie_needs_the_token_of_a_form(tmp_path: Path, users: Path) -> None:
    client = open_client(tmp_path, users=users)
    log_in(client, "bob")
    assert post(client, batch("x")).status_code == 403
    token = csrf_of(client.get("/nowhere").text)
    assert post(client, batch("x"), x_csrf_token=token).status_code == 200
    assert post(client, batch("x"), x_csrf_token=token[:-1]).status_code == 403


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("/runs/a?b=1", "/runs/a?b=1"),
        ("//evil.example", "/"),
        ("/\\evil.example", "/"),
        ("https://evil.example", "/"),
        ("javascript:alert(1)", "/"),
        ("/a\r\nset-cookie: x=1", "/"),
        ("/\t/evil.example", "/"),
        ("", "/"),
    ],
)
def test_after_the_login_one_stays_here(target: str, path: str) -> None:
    assert local_path(target) == path
