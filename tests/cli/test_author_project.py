"""author init, people, import, assign, judge, status, history, export: a project from the command line."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from asmeant.authoring.project import Project
from asmeant.cli import asmeant
from asmeant.errors import AsmeantError, DataError, UsageError
from asmeant.records import Candidate, to_json

PAIRS = """id,intent,code,to,licence,stars
f1,list all files,ls -a,bash,CC0-1.0,1
f2,count the lines of notes.txt,wc -l notes.txt,bash,CC0-1.0,2
"""
ANSWERS = [
    Candidate("f1", 0, "ls -A", model="one"),
    Candidate("f1", 0, "ls", model="two"),
    Candidate("f2", 0, "wc -l notes.txt", model="one"),
    Candidate("f2", 0, "", model="two"),
    Candidate("f9", 0, "ls", model="two"),
]


def call(*words: object, keys: str = "") -> str:
    done = CliRunner().invoke(asmeant, list(map(str, words)), input=keys)
    if done.exception and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project with two items, two systems, three judges and an editor."""
    tmp_path = tmp_path_factory.mktemp("project")
    place = tmp_path / "bench"
    call("author", "init", place, "--admin", "kim")
    call("author", "people", place, "--add", "ann", "--add", "ben", "--add", "cho")
    call("author", "people", place, "--add", "eve", "--role", "editor")
    (tmp_path / "pairs.csv").write_text(PAIRS)
    call("author", "import", place, tmp_path / "pairs.csv")
    (tmp_path / "candidates.jsonl").write_bytes(b"\n".join(map(to_json, ANSWERS)))
    output = call("author", "import", place, "--candidates", tmp_path / "candidates.jsonl")
    assert "Added 4 candidates to 2 items" in output
    assert "1 answers belong to no item" in output
    return place


@pytest.fixture
def place(made: Path, tmp_path: Path) -> Path:
    copy = tmp_path / "bench"
    shutil.copytree(made, copy)
    shutil.copyfile(made.parent / "pairs.csv", tmp_path / "pairs.csv")
    return copy


def test_three_judges_an_editor_and_what_the_other_commands_read(place: Path, tmp_path: Path) -> None:
    assert "Assigned 6 times: ann 2, ben 2, cho 2." in call("author", "assign", place, "judge")
    assert "Nothing to assign" in call("author", "assign", place, "judge")
    # ann stops after the first candidate, and goes on later.
    output = call("author", "judge", place, "--as", "ann", keys="yyq")
    assert "Stopped after 2 answers" in output
    assert "one" not in output.replace("none", "")  # the judge is blind to the system
    output = call("author", "judge", place, "--as", "ann", keys="nb" + "yy")
    assert "Done: 3 answers. Nothing is left for 'ann'." in output
    call("author", "judge", place, "--as", "ben", keys="yn." + "nb" + "yy")
    # cho says n first, goes back, says y; leaves a comment; and leaves the second item to others.
    output = call("author", "judge", place, "--as", "cho", keys="yn." + "by" + "c half\nyy" + "s")
    assert "Is the whole of it right" in output
    status = json.loads(call("author", "status", place, "--json", "--agreement"))
    rows = {table["title"]: table["rows"] for table in status}
    assert rows["Judgements"] == [
        {"question": "template", "judged": 3, "disagreements": 1, "adjudicated": 0},
        {"question": "command", "judged": 3, "disagreements": 2, "adjudicated": 0},
    ]
    assert rows["Agreement"][0]["judged"] == 3
    # A wrong template decides the command, too: two answers for three disagreements.
    output = call("author", "judge", place, "--as", "eve", "--adjudicate", keys="nb" + "y")
    assert "Done: 2 answers" in output
    assert "cho: y  half" in output
    out = tmp_path / "published"
    written = json.loads(call("author", "export", place, "--out", out, "--json"))
    assert written["tasks"] == 2
    assert "| command | flag error |" in (out / "datasheet.md").read_text()
    tables = json.loads(call("judgement", out, "--json", "--table", "accuracy"))
    scores = {row["system"]: row["acc-f@1"] for row in tables[0]["rows"]}
    assert scores == {"one": 1.0, "two": 0.0}
    tables = json.loads(call("agree", out, "--references", f"tasks:{out / 'tasks.jsonl'}", "--json"))
    exact = next(
        row for row in tables[0]["rows"] if row["metric"] == "exact-match" and row["judged"] == "command"
    )
    assert exact["candidates"] == 3
    runs = call("judgement", out, "--out", tmp_path / "runs").split()
    assert "acc-f@1" in (Path(runs[0]) / "scores.json").read_text()


@pytest.mark.parametrize(
    "words", ["init p", "status p", "import p f", "export p -o x", "judge p", "assign p vote"]
)
def test_the_extra_is_missing(words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sqlalchemy", None)
    with pytest.raises(UsageError, match=r"A project needs sqlalchemy: pip install 'asmeant\[author\]'"):
        call("author", *words.split())


def test_history_says_who_did_what(place: Path) -> None:
    call("author", "assign", place, "write", "--people", "ann,ben", "--item", "f1")
    with Project.open(place) as project:
        item = project.item("f1")
        project.refuse(item, "not clear", by="eve")
    lines = call("author", "history", place, "--item", "f1").splitlines()
    assert lines[-1].endswith("eve  save  f1  state 'written' → 'refused', reason '' → 'not clear'")
    events = json.loads(call("author", "history", place, "--person", "eve", "--json"))
    assert [event["what"] for event in events] == ["save"]


def test_datasets_are_imported_with_their_licence(place: Path) -> None:
    assert "Added" in call("author", "import", place, "sample")
    assert "were there already, and stay as they are" in call("author", "import", place, "sample")
    with Project.open(place) as project:
        assert all(item.licence for item in project.items(text="sample/"))


@pytest.mark.parametrize(
    ("words", "error", "message"),
    [
        (["init", "{place}"], UsageError, "There is already a project"),
        (["status", "{place}/none"], DataError, "Make one: asmeant author init"),
        (["judge", "{place}", "--as", "zoe"], UsageError, "No person of this project is called 'zoe'"),
        (["judge", "{place}", "--as", "ann"], UsageError, "'ann' has nothing to judge"),
        (["judge", "{place}", "--form", "pair"], UsageError, "Closest: 'pairs'"),
        (["assign", "{place}", "write", "--form", "pairs"], UsageError, "--form is for judges"),
        (
            ["assign", "{place}", "judge", "--as", "ben"],
            UsageError,
            "'ben' is an annotator. This needs an editor",
        ),
        (["assign", "{place}", "vote", "--state", "new"], UsageError, "There is nothing to vote on"),
        (
            ["assign", "{place}", "vote", "--state", "new", "--item", "f1"],
            UsageError,
            "Leave one of them out",
        ),
        (["import", "{place}", "none.csv"], DataError, "There is no file none.csv"),
        (
            ["import", "{place}", "{place}/../pairs.csv", "--model", "m"],
            UsageError,
            "--model is for --candidates",
        ),
        (["import", "{place}", "--candidates", "runs/none"], UsageError, "is not a run"),
        (["history", "{place}", "--item", "f3"], UsageError, "No item of this project is called 'f3'"),
        (["export", "{place}", "--out", "{place}/x", "--state", "done"], UsageError, "None of the 2 items"),
    ],
)
def test_clear_errors(place: Path, words: list[str], error: type[AsmeantError], message: str) -> None:
    with pytest.raises(error) as caught:
        call("author", *(word.format(place=place) for word in words))
    assert message in str(caught.value)
