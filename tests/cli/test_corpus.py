"""asmeant corpus: what a person sees."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.authoring.corpus.pairs import Pair, read_pairs, write_pairs
from asmeant.cli.corpus import corpus
from asmeant.errors import AsmeantError, DataError, UnknownNameError, UsageError


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    made = [Pair(row, f"Print {row} lines", f"head -n {row} x") for row in range(24)]
    write_pairs(tmp_path / "pairs.jsonl", [*made, Pair(24, "Edit teh file", "sudo /bin/vim y")])
    return tmp_path / "pairs.jsonl"


def call(*words: object) -> str:
    return CliRunner().invoke(corpus, [str(word) for word in words], catch_exceptions=False).output


def test_filter(pairs: Path, tmp_path: Path) -> None:
    printed = call("filter", pairs, "-o", tmp_path / "kept.jsonl", "--dropped", tmp_path / "dropped.jsonl")
    assert "24 of 25 pairs kept" in printed
    assert len(read_pairs([tmp_path / "kept.jsonl"])) == 24
    (dropped,) = read_pairs([tmp_path / "dropped.jsonl"])
    assert (dropped.row, dropped.more) == (24, {"reason": "interactive", "detail": "vim"})


def test_clean(pairs: Path, tmp_path: Path) -> None:
    printed = call("clean", pairs, "-o", tmp_path / "clean.jsonl", "--changes", tmp_path / "changes.jsonl")
    assert "1 of 25 pairs changed" in printed
    last = read_pairs([tmp_path / "clean.jsonl"])[-1]
    assert (last.intent, last.command) == ("Edit the file", "vim y")
    kinds = [json.loads(line)["kind"] for line in (tmp_path / "changes.jsonl").read_text().splitlines()]
    assert kinds == ["spelling", "sudo", "utility path"]


@pytest.mark.parametrize(
    "words",
    [
        ("filter", "-o", "pairs.jsonl"),
        ("filter", "-o", "a", "--dropped", "./a"),
        ("clean", "--changes", "pairs.jsonl"),
        ("clean", "-o", "a", "--changes", "a"),
        ("split", "-o", "."),
    ],
)
def test_nothing_is_written_over_what_is_read(
    words: tuple[str, ...], pairs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    pairs = pairs.rename("train.jsonl") if words[0] == "split" else pairs
    before = pairs.read_bytes()
    with pytest.raises(UsageError, match="would be lost"):
        call(words[0], pairs, *words[1:])
    assert pairs.read_bytes() == before


def test_split_and_stats(pairs: Path, tmp_path: Path) -> None:
    printed = call("split", pairs, "-o", tmp_path / "parts", "--seed", 3)
    assert "25 pairs split" in printed
    assert "No two parts share an intent or a command." in printed
    sizes = [len(read_pairs([tmp_path / "parts" / f"{part}.jsonl"])) for part in ("train", "dev", "test")]
    assert sizes == [21, 2, 2]
    assert "Overlap of the parts" in call("stats", tmp_path / "parts")
    tables = json.loads(call("stats", tmp_path / "parts", "--json"))
    assert tables[0]["rows"][0] == {"name": "pairs", "here": 25}


def test_a_part_may_have_no_pairs(tmp_path: Path) -> None:
    write_pairs(tmp_path / "two.jsonl", [Pair(0, "Where am I", "pwd"), Pair(1, "List files", "ls")])
    call("split", tmp_path / "two.jsonl", "-o", tmp_path / "parts")
    tables = json.loads(call("stats", tmp_path / "parts", "--json"))
    assert tables[0]["rows"][0] == {"name": "pairs", "here": 2}


def test_stats_in_markdown_and_as_a_picture(pairs: Path, tmp_path: Path) -> None:
    printed = call("stats", pairs, "--markdown", "--plot", tmp_path / "figure.svg")
    assert "## Commands (Table 4)" in printed
    assert "| utilities | 1 |" in printed
    assert (tmp_path / "figure.svg").read_text().startswith("<svg")


def test_two_files(tmp_path: Path) -> None:
    (tmp_path / "all.nl").write_text("List all\nGo home\n")
    (tmp_path / "all.cm").write_text("ls -a\ncd\n")
    assert "2 of 2 pairs kept" in call("filter", tmp_path / "all.nl", tmp_path / "all.cm")


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        (["filter"], UsageError, "No pairs were named"),
        (["filter", "nl2bahs"], UnknownNameError, "Closest: 'nl2bash'"),
        (["filter", "none.jsonl"], DataError, "none.jsonl cannot be read"),
        (["stats", "conala"], DataError, "Fetch it with"),
        (["filter", "PAIRS", "--as-published"], UsageError, "Name both: all.nl all.cm"),
        (["filter", "PAIRS", "PAIRS", "--as-published"], DataError, "is not the file that was released"),
        (["split", "PAIRS", "-o", "parts", "--shares", "1:x"], UsageError, "The shares are '1:x'"),
        (["split", "PAIRS", "-o", "PAIRS/parts"], UsageError, "cannot be made"),
        (["stats", "PAIRS", "--plot", "none/figure.svg"], UsageError, "cannot be written"),
        (["clean", "PAIRS", "-o", "none/clean.jsonl"], DataError, "cannot be written"),
        (["stats", "."], DataError, "train.jsonl cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told(
    pairs: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    words: list[str],
    kind: type[AsmeantError],
    said: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ASMEANT_DATA", str(tmp_path))
    with pytest.raises(kind, match=said):
        call(*(word.replace("PAIRS", str(pairs)) for word in words))


@pytest.mark.data
def test_the_release(released_data: Path, tmp_path: Path) -> None:
    printed = call("filter", "--as-published", "--data", released_data, "-o", tmp_path / "kept.jsonl")
    assert "9,305 of 12,607 pairs kept" in printed
    with pytest.raises(UsageError, match="not of nl2bash:test"):
        call("stats", "nl2bash:test", "--as-published", "--data", released_data)
    with pytest.raises(UsageError, match="nothing to compare"):
        call("filter", "nl2bash", "--as-published", "--compare-published", "--data", released_data)
