"""asmeant export: what it prints, and what it refuses."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from tests.reports.making import make_run

from asmeant.cli import asmeant


def test_a_run_becomes_a_folder_of_pages(tmp_path: Path) -> None:
    make_run(tmp_path / "run", {"a": "pf"})
    arguments = ["export", str(tmp_path / "run"), "--out", str(tmp_path / "pages"), "--language", "es"]
    result = CliRunner().invoke(asmeant, arguments, catch_exceptions=False)
    assert result.exit_code == 0
    assert f"Open {tmp_path / 'pages' / 'index.html'}" in result.output
    assert "<h1>Ejecuciones</h1>" in (tmp_path / "pages" / "index.html").read_text("utf-8")
    assert not (tmp_path / "pages" / "compare.html").exists()
    again = CliRunner().invoke(asmeant, arguments)
    assert again.exit_code != 0
    assert "is not empty" in str(again.exception) + again.output
