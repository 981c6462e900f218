"""What all commands have in common: paths are those of this machine, and only runs may be on a store."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant
from asmeant.errors import UsageError


@pytest.mark.parametrize(
    ("command", "name"),
    [
        ("report memory://shop/run --output s3://shop/page.html", "--output"),
        ("export memory://shop/run --out s3://shop/pages", "--out"),
        ("audit sample --data gs://shop/data", "--data"),
        ("author audit sample --keep memory://shop/kept", "--keep"),
        ("judge memory://shop/run --cache s3://shop/cache", "--cache"),
    ],
)
def test_a_url_is_no_path(command: str, name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("asmeant.cli.run_path.run_at", lambda url: url)
    result = CliRunner().invoke(asmeant, command.split())
    assert isinstance(result.exception, UsageError)
    assert "is a URL, and" in str(result.exception)
    assert name in str(result.exception)
    assert list(tmp_path.iterdir()) == []
