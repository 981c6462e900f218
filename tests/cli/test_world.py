"""asmeant world: what a person sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli.world import world
from asmeant.errors import SandboxError, UsageError


@pytest.fixture(autouse=True)
def nothing_built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path))


def call(*words: str) -> str:
    return CliRunner().invoke(world, words, catch_exceptions=False).output


def test_list() -> None:
    assert "odex  Python 3.11: not built" in call("list")
    assert "bash  commands: not built" in call("list")
    odex, bash = json.loads(call("list", "--json"))
    assert (odex["world"], bash["world"]) == ("odex", "bash")
    assert odex["home"].endswith("odex-3.11")
    assert bash["home"].endswith("bash")


def test_check_says_how_to_build() -> None:
    with pytest.raises(SandboxError, match="Run: asmeant world build odex"):
        call("check", "odex")


def test_the_world_for_commands_is_named_like_the_others() -> None:
    with pytest.raises(SandboxError, match="Run: asmeant world build bash"):
        call("check", "bash")
    assert "nothing to remove" in call("remove", "bash")
    with pytest.raises(UsageError, match="--python-version has no effect for the world 'bash'"):
        call("build", "bash", "--python-version", "3.11")
    with pytest.raises(UsageError, match="--mirror has no effect for the world 'odex'"):
        call("build", "odex", "--mirror", "somewhere")


def test_remove() -> None:
    assert "nothing to remove" in call("remove", "odex")
    assert json.loads(call("remove", "odex", "--json")) == []


def test_a_python_without_a_lock_is_told() -> None:
    with pytest.raises(UsageError, match=r"no lock for Python 2.7. There is one for: 3.11"):
        call("build", "odex", "--python-version", "2.7")
