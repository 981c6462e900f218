from __future__ import annotations

import os
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from asmeant.cli.options import DATA_VARIABLE, data_option


@click.command()
@data_option
def command(data: Path | None) -> None:
    click.echo(f"{data} {os.environ.get(DATA_VARIABLE)}")


@pytest.mark.parametrize("before", [None, "/elsewhere"])
def test_a_model_reads_released_files_where_the_tasks_are(
    before: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(DATA_VARIABLE, raising=False)
    if before:
        monkeypatch.setenv(DATA_VARIABLE, before)
    assert CliRunner().invoke(command, ["--data", "/here"]).output == "/here /here\n"
    assert os.environ.get(DATA_VARIABLE) == before
    assert CliRunner().invoke(command).output == f"{before} {before}\n"
