"""Where a server may listen without a login."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.errors import UsageError
from asmeant.web.settings import Settings, is_loopback


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.1.2", "::", "runs.example"])
def test_other_addresses_need_a_login(host: str) -> None:
    with pytest.raises(UsageError, match="can be reached from other machines"):
        Settings(host=host)
    assert Settings(host=host, token="secret").needs_login
    assert Settings(host=host, users=Path("users.json")).hosts is None


def test_a_proxy_needs_a_login_as_well() -> None:
    with pytest.raises(UsageError, match="can be reached from other machines"):
        Settings(public_url="https://runs.example")
    with pytest.raises(UsageError, match="is a URL"):
        Settings(public_url="runs.example", token="secret")
    settings = Settings(public_url="https://runs.example", token="secret")
    assert settings.is_secure
    assert "runs.example" in (settings.hosts or ())


@pytest.mark.parametrize(
    ("host", "local"),
    [
        ("127.0.0.1", True),
        ("127.9.9.9", True),
        ("::1", True),
        ("localhost", True),
        ("localhost.evil", False),
        ("0.0.0.0", False),
        ("", False),
    ],
)
def test_is_loopback(host: str, local: bool) -> None:
    assert is_loopback(host) == local


def test_secrets_are_not_printed() -> None:
    assert "secret" not in repr(Settings(token="secret"))
