"""asmeant corpus ground: what a person sees."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.authoring.corpus.pairs import Pair, read_pairs, write_pairs
from asmeant.cli.ground import ground
from asmeant.datasets import load_tasks
from asmeant.errors import AsmeantError, DataError, UsageError
from asmeant.records import Candidate, Verdict
from asmeant.runs import RunFolder

HEAD = (
    "description,prediction,template,correct template,correct command,correct template A,correct command A\n"
)
JUDGED = [
    "find the C files,find . -type f -name '*.c',x,y,y,y,y",
    "find C files,find . -name '*.h',x,n,n,n,n",
    "find C files,,x,n,n,n,n",
    "Other,ls,x,y,y,y,y",
]


def call(*words: object) -> str:
    return CliRunner().invoke(ground, [str(word) for word in words], catch_exceptions=False).output


@pytest.fixture
def pairs(tmp_path: Path) -> Path:
    commands = {
        "Find C files": "sudo find . -name '*.c'",
        "List them": "ls $dir",
        "The time": "ssh host date",
    }
    made = [Pair(row, intent, command) for row, (intent, command) in enumerate(commands.items())]
    write_pairs(tmp_path / "pairs.jsonl", made)
    return tmp_path / "pairs.jsonl"


@pytest.fixture
def judged(tmp_path: Path) -> Path:
    (tmp_path / "judged.csv").write_text(HEAD + "\n".join(JUDGED) + "\n")
    return tmp_path / "judged.csv"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
def test_tasks_and_the_rest(pairs: Path, tmp_path: Path) -> None:
    files = ("-o", tmp_path / "out", "--undecided", tmp_path / "rest.jsonl", "--mutants", tmp_path / "alive")
    printed = call(pairs, *files, "--trees", 2)
    assert "2 of 3 pairs are decidable, 2 of 3 intents" in printed
    tasks = list(load_tasks(f"tasks:{tmp_path / 'out' / 'tasks.jsonl'}"))
    assert [task.id for task in tasks] == ["pair/0", "pair/1"]
    assert tasks[0].checks[0].same_outcome_as == "find . -name '*.c'"
    assert "Mutants of 2 tasks, by the part that they change" in printed
    alive = [json.loads(line) for line in (tmp_path / "alive").read_text().splitlines()]
    assert all(row["compared"] in ("same", "not asked for") for row in alive)
    (rest,) = read_pairs([tmp_path / "rest.jsonl"])
    assert (rest.row, rest.more) == (2, {"reason": "depends on the network", "detail": ""})


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
def test_people(pairs: Path, judged: Path, tmp_path: Path) -> None:
    words = (
        pairs,
        "--judgements",
        judged,
        "--verdicts",
        tmp_path / "run",
        "--runs",
        2,
        "--trees",
        2,
        "--json",
    )
    reasons, agreement = json.loads(call(*words))
    assert reasons["title"] == "1 of 1 pairs are decidable, 1 of 1 intents"
    execution, exact, _template, first, second = agreement["rows"]
    assert [row["judge"] for row in agreement["rows"]] == [
        "execution",
        "exact-match",
        "template@1",
        "execution, first half",
        "execution, second half",
    ]
    assert first["candidates"] + second["candidates"] == execution["candidates"]
    assert (execution["candidates"], execution["accuracy"]["value"], execution["kappa"]["value"]) == (
        2,
        1.0,
        1.0,
    )
    assert exact["recall"]["value"] == 0.0
    assert agreement["notes"] == [
        "2 of 3 judged candidates are decided, 2 different ones.",
        "2 of 2 verdicts are the same in 2 runs.",
    ]
    run = RunFolder(tmp_path / "run")
    assert [verdict.status for verdict in run.read(Verdict)] == ["passed", "failed"]
    assert len(list(run.read(Candidate))) == 2
    with pytest.raises(UsageError, match="already holds a run"):
        call(*words)


@pytest.mark.parametrize(
    ("words", "kind", "said"),
    [
        ([], UsageError, "No pairs were named"),
        (["PAIRS", "--as-published", "test"], UsageError, "Leave one of them out"),
        (["PAIRS", "--verdicts", "run"], UsageError, "--judgements"),
        (["PAIRS", "--judgements", "OTHER"], UsageError, "None of the judged intents"),
        (["PAIRS", "--judgements", "EMPTY"], UsageError, "has no candidate"),
        (["PAIRS", "--judgements", "PAIRS"], DataError, "not a file of human judgements"),
        (["PAIRS", "--undecided", "PAIRS"], UsageError, "would be lost"),
        (["none.jsonl"], DataError, "cannot be read"),
        (["--as-published", "test"], DataError, "Fetch it with"),
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
    (tmp_path / "other.csv").write_text(HEAD + "Other,ls,x,y,y,y,y\n")
    (tmp_path / "empty.csv").write_text(HEAD + "Other,,x,y,y,y,y\n")
    places = {"PAIRS": str(pairs), "OTHER": "other.csv", "EMPTY": "empty.csv"}
    with pytest.raises(kind, match=said):
        call(*(places.get(word, word) for word in words))


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
def test_no_verdicts_to_write(tmp_path: Path) -> None:
    write_pairs(tmp_path / "pairs.jsonl", [Pair(0, "The time", "ssh host date")])
    (tmp_path / "judged.csv").write_text(HEAD + "the time,date,x,y,y,y,y\n")
    with pytest.raises(UsageError, match="no verdicts to write"):
        call(
            tmp_path / "pairs.jsonl", "--judgements", tmp_path / "judged.csv", "--verdicts", tmp_path / "run"
        )
