"""asmeant judgement, asmeant agree: as a person would type them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from asmeant.cli import asmeant
from asmeant.errors import DataError, RunError, UsageError
from asmeant.records import Candidate, Task, Verdict, to_json
from asmeant.runs import RunFolder

JUDGED = """\
description,model,prediction,template,correct template,correct command,\
correct template A,correct command A,correct template B,correct command B,Error Category
list files,one,ls,ls,y,y,y,y,y,y,
list files,one,ls -l,ls -l,y,n,y,n,n,n,
list files,two,rm *,rm File,n,n,n,n,n,n,wrong utility
list files,two,ls,ls,y,y,y,y,y,y,
say where I am,one,pwd,pwd,y,y,y,y,y,y,
say where I am,one,,,n,n,n,n,n,n,
say where I am,two,echo .,echo Regex,n,n,y,n,n,n,wrong utility
say where I am,two,pwd -L,pwd -L,y,y,y,y,y,n,
"""


@pytest.fixture
def files(tmp_path: Path) -> Path:
    folder = tmp_path / "judged"
    folder.mkdir()
    (folder / "mine.csv").write_text(JUDGED, "utf-8")
    tasks = [
        Task("a", "list files", code_language="bash", references=("ls", "ls -1")),
        Task("b", "Say where I am.", code_language="bash", references=("pwd",)),
    ]
    (tmp_path / "tasks.jsonl").write_bytes(b"".join(to_json(task) + b"\n" for task in tasks))
    return folder


def call(*words: str | Path) -> Result:
    result = CliRunner().invoke(asmeant, [str(word) for word in words])
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return result


def call_json(*words: str | Path) -> Any:
    return json.loads(call(*words, "--json").stdout)


def test_all_tables(files: Path) -> None:
    tables = {table["title"]: table["rows"] for table in call_json("judgement", files)}
    assert list(tables) == [
        "mine.csv: accuracy",
        "mine.csv: agreement of persons",
        "Intents by who answers them wrong",
        "Causes of errors",
    ]
    one, two = tables["mine.csv: accuracy"]
    assert (one["system"], one["acc-f@1"], one["acc-t@1"], one["acc-f@3"]) == ("one", 1.0, 1.0, None)
    assert (two["system"], two["acc-f@1"]) == ("two", 0.0)
    assert tables["Causes of errors"] == [{"cause": "wrong utility", "one": 0, "two": 2}]


def test_one_table_in_the_terminal_and_in_markdown(files: Path) -> None:
    said = call("judgement", files / "mine.csv", "--table", "persons").stdout
    assert "kappa" in said
    assert "acc-f" not in said
    lines = call("judgement", files, "--table", "errors", "--markdown").stdout.splitlines()
    assert lines[0] == "## Intents by who answers them wrong"
    assert "| wrong utility | 0 | 2 |" in lines


def test_pooled_and_row_by_row(files: Path) -> None:
    (files / "later.csv").write_text(
        "description,model,prediction,correct template,correct command\nlist files,three,ls,n,n\n", "utf-8"
    )
    (files / "zz.csv").write_text(
        "description,prediction,correct template,correct command\nlist files,rm *,y,y\n", "utf-8"
    )

    def first(*words: str) -> list[float]:
        tables = call_json("judgement", files, "--table", "accuracy", *words)
        return [row["acc-f@1"] for table in tables for row in table["rows"]]

    assert first() == [1.0, 1.0, 0.5]  # three is right, since mine.csv comes later; two is, by zz.csv
    assert first("--row-by-row") == [0.0, 1.0, 0.0]


def test_systems_become_runs(files: Path, tmp_path: Path) -> None:
    words: list[str | Path] = [
        "judgement",
        files,
        "--out",
        tmp_path / "runs",
        "--references",
        f"tasks:{tmp_path / 'tasks.jsonl'}",
    ]
    places = call_json(*words)
    assert len(places) == 2
    run = RunFolder(Path(places[0]))
    assert run.settings().model == "one"
    assert run.tasks()[0].references == ("ls", "ls -1")
    assert {(verdict.judge, verdict.status) for verdict in run.read(Verdict)} == {
        ("people", "passed"), ("people", "failed"),
    }  # fmt: skip
    scores = {score.metric: score.value for score in run.scores()}
    assert scores == {"acc-f@1": 1.0, "acc-f@2": 1.0, "acc-t@1": 1.0, "acc-t@2": 1.0}
    assert "char-bleu@2" in call("report", places[1], "--metric", "char-bleu@2").stdout
    assert call(*words).stdout.split() == places  # again: nothing changes
    assert len(list(run.read(Candidate))) == 4


def test_the_verdicts_of_one_person(files: Path, tmp_path: Path) -> None:
    out = tmp_path / "runs"
    place = call("judgement", files, "--out", out, "--judge", "person:B").stdout.split()[1]
    found = {(verdict.task_id, verdict.rank): verdict for verdict in RunFolder(Path(place)).read(Verdict)}
    assert found["mine/1", 1].judge == "person:B"
    assert found["mine/1", 1].status == "failed"
    with pytest.raises(RunError, match=r"already holds other verdicts\. Choose another folder with --out"):
        call("judgement", files, "--out", out)
    with pytest.raises(UsageError, match=r"No judge here is called 'Z'\. Known: people, person:A, person:B"):
        call("judgement", files, "--out", tmp_path / "other", "--judge", "Z")


def test_agree(files: Path, tmp_path: Path) -> None:
    words: list[str | Path] = [
        "agree",
        files,
        "--references",
        f"tasks:{tmp_path / 'tasks.jsonl'}",
        "--metric",
        "char-bleu@1:2017",
    ]
    (table,) = call_json(*words)
    assert table["title"] == "Metrics and people on judged"
    command, template = table["rows"]
    assert (command["metric"], command["candidates"]) == ("char-bleu@1:2017", 7)
    assert command["AUC"] == pytest.approx(10 / 12)
    assert template["judged"] == "template"
    assert "precision" in call(*words).stdout


def test_agree_with_the_verdicts_of_a_run(files: Path, tmp_path: Path) -> None:
    tasks = [Task("a", "List files!", code_language="bash")]
    run = RunFolder(tmp_path / "run")
    words: list[str | Path] = [
        "agree",
        files,
        "--references",
        f"tasks:{tmp_path / 'tasks.jsonl'}",
        "--metric",
        "char-bleu@1",
    ]
    place = call("judgement", files, "--out", tmp_path / "runs").stdout.split()[0]
    with run:
        run.begin(RunFolder(Path(place)).settings(), tasks)
        run.append(*(Candidate("a", rank, code) for rank, code in enumerate(["ls", "rm *", "ls -l"])))
        run.append(Verdict("a", 0, "passed"), Verdict("a", 1, "failed"), Verdict("a", 2, "undecided"))
    whole, fewer = call_json(*words, "--verdicts", tmp_path / "run")
    assert [(row["metric"], row["candidates"]) for row in whole["rows"][:2]] == [
        ("char-bleu@1", 7), ("verdicts", 3),
    ]  # fmt: skip
    assert [row["candidates"] for row in fewer["rows"]] == [3] * 4
    assert fewer["rows"][1]["precision"] == fewer["rows"][1]["recall"] == 1.0


@pytest.mark.parametrize(
    ("text", "words", "error", "said"),
    [
        ("a,b\n", ["judgement"], DataError, "has no file of human judgements"),
        (JUDGED, ["judgement", "--judge", "people"], UsageError, "--judge is for the runs that --out writes. Add"),
        (JUDGED, ["judgement", "--references", "nl2bash"], UsageError, "--references is for the runs"),
        (JUDGED, ["judgement", "--out", "x", "--table", "errors"], UsageError, "--table prints tables, and --out"),
        (JUDGED, ["judgement", "--out", "x", "--markdown"], UsageError, "--markdown prints tables, and --out"),
        (JUDGED, ["judgement", "--json", "--markdown"], UsageError, "as Markdown or as JSON. Choose one"),
        ("description,prediction,correct template,correct command\na,b,y,y\n", ["judgement"], UsageError,
         "has nothing for that table"),
        ("description,prediction,correct template,correct command\na,b,y,y\n", ["agree"], UsageError,
         "has no candidate with a command, a template and votes by name"),
    ],
)  # fmt: skip
def test_what_cannot_be_done(
    tmp_path: Path, text: str, words: list[str], error: type[Exception], said: str
) -> None:
    (tmp_path / "mine.csv").write_text(text)
    with pytest.raises(error, match=said):
        call(words[0], tmp_path, *words[1:])


def test_a_run_that_decides_nothing_of_it(files: Path, tmp_path: Path) -> None:
    words: list[str | Path] = ["--references", f"tasks:{tmp_path / 'tasks.jsonl'}", "--metric", "char-bleu@1"]
    call("run", "sample", "--model", "reference", "--limit", "1", "--out", tmp_path / "other")
    with pytest.raises(UsageError, match="decides none of the judged candidates"):
        call("agree", files, *words, "--verdicts", tmp_path / "other")
