"""author check: remarks on one pair."""

from __future__ import annotations

import json

import pytest
from click.testing import CliRunner

from asmeant.cli import asmeant


@pytest.mark.parametrize(
    ("words", "status", "shown"),
    [
        (["sort list xs", "sorted(xs)"], 1, "backquotes (11-12: xs): Put the name in backquotes"),
        (["sort list `xs`", "sorted(xs)"], 0, "There are no remarks."),
        (["find a.txt", "find . -name b.txt", "--to", "bash"], 1, "constants differ (6-10: a.txt)"),
        (["¿Cómo ordenar `xs`?", "sorted(xs)", "--lang", "en"], 1, "language: The intent reads as Spanish"),
    ],
)
def test_check(words: list[str], status: int, shown: str) -> None:
    done = CliRunner().invoke(asmeant, ["author", "check", *words])
    assert done.exit_code == status
    assert shown in done.output


def test_json() -> None:
    done = CliRunner().invoke(asmeant, ["author", "check", "sort xs", "sorted(xs)", "--json"])
    assert [remark["proposal"] for remark in json.loads(done.stdout)["intent"]] == ["sort `xs`"]
