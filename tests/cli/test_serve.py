"""asmeant serve: users are added, and what is unsafe is refused. Servers themselves: tests/web/test_serving.py"""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.errors import DataError, UsageError
from asmeant.web.security import passwords
from asmeant.web.security.users import read_users


@pytest.fixture(autouse=True)
def own_configuration(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(passwords, "COST", 16)


def call(*words: str, typed: str = "") -> tuple[str, str]:
    result = CliRunner().invoke(asmeant, ["serve", *words], input=typed, standalone_mode=False)
    if result.exception is not None:
        raise result.exception
    return result.stdout, result.stderr


def test_users_and_tokens_are_added(tmp_path: Path) -> None:
    _, said = call("--add-user", "ada", "--role", "write", typed="correct horse\n")
    path = tmp_path / "config" / "asmeant" / "users.json"
    assert f"ada may write; written to {path}" in said
    token, said = call("--add-token", "ci", "--users", str(path))
    assert "shown only now" in said
    users = read_users(path)
    assert users.with_password("ada", "correct horse").role == "write"
    assert users.with_token(token.strip()).role == "run"


def test_a_user_may_have_a_pseudonym_in_projects(tmp_path: Path) -> None:
    users = tmp_path / "users.json"
    call("--add-user", "ada", "--person", "p07", "--users", str(users), typed="correct horse\n")
    assert read_users(users).with_password("ada", "correct horse").person == "p07"


def test_a_project_must_be_there(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nothing")
    with pytest.raises(DataError, match="asmeant author init"):
        call(str(tmp_path), "--project", nowhere, "--port", "0")
    result = CliRunner().invoke(
        asmeant, ["author", "serve", nowhere, "--runs", str(tmp_path), "--port", "0"], standalone_mode=False
    )
    assert isinstance(result.exception, DataError)


def test_other_addresses_need_a_login(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"Set a token \(--token\), or add a user: asmeant serve --add-user NAME"
    ):
        call(str(tmp_path), "--host", "0.0.0.0")


def test_strangers_code_needs_walls(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asmeant.execution.sandbox.default_sandbox", lambda: "subprocess")
    with pytest.raises(UsageError, match="cannot be isolated here"):
        call(str(tmp_path), "--host", "0.0.0.0", "--token", "secret")
