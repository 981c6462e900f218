"""The file of users."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from asmeant.errors import DataError, UsageError
from asmeant.web.security import passwords
from asmeant.web.security.users import add_token, add_user, read_users


@pytest.fixture(autouse=True)
def cheap_hashes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(passwords, "COST", 16)


def test_users_are_added_and_known(tmp_path: Path) -> None:
    path = tmp_path / "config" / "users.json"
    add_user(path, "ada", "look", "12345678")
    token = add_token(path, "ci", "run")
    add_user(path, "ada", "write", "another one")
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    text = path.read_text("utf-8")
    assert "another one" not in text
    assert token not in text
    users = read_users(path)
    assert users.with_password("ada", "another one").role == "write"
    assert not users.with_password("ada", "12345678").is_known
    assert not users.with_password("nobody", "another one").is_known
    assert not users.with_password("ci", token).is_known, "a program has no password"
    assert (users.with_token(token).name, users.with_token(token).role) == ("ci", "run")
    assert not users.with_token("").is_known


@pytest.mark.parametrize("name", ["", "local", "token", "a b", "../x", "a" * 65, "a\n", "<b>"])
def test_names_that_cannot_be(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="cannot be the name"):
        add_token(tmp_path / "users.json", name, "run")


def test_errors_say_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="8 characters or more"):
        add_user(tmp_path / "users.json", "ada", "look", "1234567")
    with pytest.raises(DataError, match="Add one: asmeant serve --add-user NAME"):
        read_users(tmp_path / "users.json")
    (tmp_path / "users.json").write_text('{"ada": {"role": "king"}}')
    with pytest.raises(DataError, match="is not a file of users"):
        read_users(tmp_path / "users.json")
