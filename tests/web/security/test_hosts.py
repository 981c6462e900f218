"""Calls under another name, and posts from another site, are refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.web.security.hosts import host_name
from tests.web.apps import batch, open_client, post


@pytest.mark.parametrize(
    "host",
    ["evil.example", "evil.example:8000", "127.0.0.1.evil.example", "", "127.0.0.1@evil.example", "a b"],
)
def test_another_host_is_refused(tmp_path: Path, host: str) -> None:
    """DNS rebinding: a strange name that leads to 127.0.0.1."""
    client = open_client(tmp_path)
    assert client.get("/api/v1/health", headers={"host": host}).status_code == 403
    assert post(client, batch("x"), host=host).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:9", "[::1]:8000", "LOCALHOST"])
def test_names_of_this_machine_are_accepted(tmp_path: Path, host: str) -> None:
    assert open_client(tmp_path).get("/api/v1/health", headers={"host": host}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://127.0.0.1:9999"},
        {"origin": "https://127.0.0.1:8000"},
        {"sec_fetch_site": "cross-site"},
        {"sec_fetch_site": "same-site"},
        {"origin": "http://127.0.0.1:8000", "sec_fetch_site": "cross-site"},
    ],
)
def test_posts_from_another_site_are_refused(tmp_path: Path, headers: dict[str, str]) -> None:
    client = open_client(tmp_path)
    refused = post(client, batch("x"), **headers)
    assert refused.status_code == 403
    assert "another site" in refused.json()["detail"]


def test_posts_from_our_own_pages_are_accepted(tmp_path: Path) -> None:
    client = open_client(tmp_path)
    own = post(client, batch("x"), origin="http://127.0.0.1:8000", sec_fetch_site="same-origin")
    assert own.status_code == 200


def test_behind_a_proxy_the_public_address_counts(tmp_path: Path) -> None:
    client = open_client(tmp_path, public_url="https://runs.example", token="t" * 20)
    headers = {"host": "runs.example", "authorization": f"Bearer {'t' * 20}"}
    assert post(client, batch("x"), origin="https://runs.example", **headers).status_code == 200
    assert post(client, batch("x"), origin="https://other.example", **headers).status_code == 403
    assert client.get("/", headers={"host": "other.example"}).status_code == 403


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("a.example:80", "a.example"),
        ("[::1]:1", "::1"),
        ("a/b", None),
        ("a:x", None),
        ("u@a", None),
        ("[", None),
    ],
)
def test_host_name(host: str, name: str | None) -> None:
    assert host_name(host) == name
