from __future__ import annotations

import csv
import json
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.analysis.judgement import accuracy_tables, pooled
from asmeant.analysis.validity import voted_on
from asmeant.authoring.project import Answered, Item, Judged, Judgement, Project, Vote
from asmeant.authoring.project.datasheet import Datasheet, uses
from asmeant.authoring.project.exporting import as_task, export
from asmeant.authoring.project.importing import read_items
from asmeant.datasets import load_tasks
from asmeant.datasets.judgements import judgement_files, read_judgements
from asmeant.errors import UsageError
from asmeant.records import Check, Scaffold, Task
from asmeant.tables import shown

PEOPLE = ["ann", "ben", "cho"]


def as_text(datasheet: Datasheet) -> str:
    tables = {
        table.title: [[shown(cell) for cell in row] for row in table.rows] for table in datasheet.tables
    }
    return json.dumps({"title": datasheet.title, "about": datasheet.about, "tables": tables})


def with_checks(item: Item) -> Item:
    task = Task(
        item.id,
        "older intent",
        references=("old", "len(list(open(f)))"),
        checks=(Check("all", ("assert f('x') == 1",)),),
        scaffold=Scaffold(entry="f", before="import os\n"),
    )
    return replace(item, task=task, state="checked", licence="CC0", source="posts")


def test_what_is_exported_is_loaded_as_a_dataset_and_imported_again(project: Project, tmp_path: Path) -> None:
    saved = project.save_item(with_checks(project.item("b")), by="eve")
    written = export(project, tmp_path / "out", as_text)
    loaded = list(load_tasks(f"tasks:{tmp_path / 'out' / 'tasks.jsonl'}"))
    assert [task.id for task in loaded] == ["a", "b"]
    assert loaded[1] == written.tasks[1] == as_task(saved)
    assert loaded[1].intent == "сосчитать строки файла `f`"
    assert loaded[1].references == ("len(open(f).readlines())", "len(list(open(f)))")
    assert loaded[1].tags == {"source": "posts", "licence": "CC0"}
    with Project.create(tmp_path / "again", "again") as again:
        again.add_items(read_items(tmp_path / "out" / "tasks.jsonl").items, by="admin")
        assert export(again, tmp_path / "out2", as_text).tasks[1] == written.tasks[1]
        item = again.item("b")
        assert (item.intent, item.code, item.licence, item.source) == (
            saved.intent,
            saved.code,
            "CC0",
            "posts",
        )


def test_file_trees_are_copied_beside_the_tasks(project: Project, tmp_path: Path) -> None:
    tree = tmp_path / "shop" / "tree.json"
    tree.parent.mkdir()
    tree.write_text("{}")
    check = Check("same", same_outcome_as="ls -a", trees=(str(tree),))
    item = replace(project.item("a"), task=Task("a", "i", code_language="bash", checks=(check,)))
    project.save_item(item, by="eve")
    export(project, tmp_path / "out", as_text)
    tree.unlink()
    (task, _) = load_tasks(f"tasks:{tmp_path / 'out' / 'tasks.jsonl'}")
    assert task.checks[0].trees == (str(tmp_path / "out" / "trees" / "shop-tree.json"),)
    assert Path(task.checks[0].trees[0]).read_text() == "{}"


def test_the_datasheet_says_what_was_left_out_and_who_decided(project: Project, tmp_path: Path) -> None:
    project.refuse(project.item("a"), "two | answers", by="root")
    proposal = project.add_proposal("b", "corrected", "count lines", by="eve")
    project.vote(Vote("b", "eve", {proposal.id: 1}))
    project.accept(project.item("b"), proposal.id, by="eve")
    project.save_item(with_checks(project.item("b")), by="eve")
    result = export(project, tmp_path, as_text)
    assert result.left_out == {"a": "refused: two | answers"}
    sheet = json.loads((tmp_path / "datasheet.md").read_text())
    assert sheet["about"][0] == "Tasks: 1. With checks: 1. Items that were left out: 1."
    tables = sheet["tables"]
    assert tables["Languages"] == [["ru", "python", "1"]]
    assert tables["Libraries and commands"] == [["os", "1"]]
    assert tables["Licences"] == [["CC0", "1"]]
    assert tables["How checks were made"] == [["written by eve", "1"]]
    assert tables["Descriptions chosen among proposals"] == [["corrected", "1", "1"]]
    assert tables["Left out"] == [["a", "refused: two | answers"]]
    assert sorted(tables["Decisions"]) == [
        ["checked", "eve", "1"],
        ["described", "eve", "1"],
        ["refused", "root", "1"],
    ]
    people = {row[0]: row[1:] for row in tables["People"]}
    assert people["eve"] == ["editor", "2", "2", "1", "1", "0", "0"]
    with (tmp_path / "decisions.csv").open() as file:
        assert [(row["item"], row["what"], row["by"]) for row in csv.DictReader(file)] == [
            ("a", "refused", "root"),
            ("b", "described", "eve"),
            ("b", "checked", "eve"),
        ]


def judged_project(project: Project) -> None:
    """Two systems; the second answers item a like the first at rank 1, and item b without code."""
    project.add_candidates(
        [
            Judged(0, "a", "ls -A", "ls -A", (Answered("one", 0), Answered("two", 1))),
            Judged(0, "a", "ls", "ls", (Answered("two", 0),)),
            Judged(0, "b", "len(f)", "", (Answered("one", 0),)),
            Judged(0, "b", "", "", (Answered("two", 0),)),
        ],
        by="eve",
    )
    project.assign("judge", ["a", "b"], PEOPLE, by="eve", form="candidates")
    first, second, third, _ = [candidate.id for candidate in project.candidates()]
    for number, item, answers in ((first, "a", "yyn"), (second, "a", "nnn"), (third, "b", "ynn")):
        for person, answer in zip(PEOPLE, answers, strict=True):
            for question in ("template", "command"):
                cause = "flag error" if answer == "n" else ""
                project.judge(Judgement(question, item, person, answer, number, cause))
    # Against the majority.
    project.adjudicate(Judgement("command", "b", "eve", "y", third))


def test_judgements_are_read_as_the_released_ones_are(project: Project, tmp_path: Path) -> None:
    judged_project(project)
    export(project, tmp_path, as_text)
    (path,) = judgement_files(tmp_path)
    rows = list(read_judgements(path))
    assert [(row.candidate.model, row.candidate.rank, row.candidate.code) for row in rows] == [
        ("one", 0, "ls -A"),
        ("two", 0, "ls"),
        ("two", 1, "ls -A"),
        ("one", 0, "len(f)"),
        ("two", 0, ""),
    ]
    assert set(rows[0].votes) == set(PEOPLE)
    assert (rows[1].cause, rows[1].template) == ("flag error", "ls")
    (table,) = accuracy_tables(rows, pooled(rows))
    figures = {row[0]: [shown(cell) for cell in row[2:5]] for row in table.rows}
    # acc-f@1, acc-f@3 (too few candidates), acc-t@1
    assert figures == {"one": ["1.00", "–", "0.50"], "two": ["0.00", "–", "0.00"]}
    assert len(voted_on(rows)) == 4


def test_pairs_are_exported_as_answers_of_the_reference(project: Project, tmp_path: Path) -> None:
    project.assign("judge", ["a"], PEOPLE, by="eve", form="pairs")
    for person, answer in zip(PEOPLE, "ynn", strict=True):
        project.judge(
            Judgement("correct", "a", person, answer, cause="syntax error" if answer == "n" else "")
        )
    export(project, tmp_path, as_text)
    first, second = read_judgements(tmp_path / "pairs.csv")
    assert (first.candidate.model, first.candidate.code, first.stated.command) == (
        "reference",
        "ls -a",
        False,
    )
    assert (first.cause, second.stated.command) == ("syntax error", None)


def test_items_with_the_same_intent_are_not_one_task(project: Project, tmp_path: Path) -> None:
    project.add_items([Item("c", "list all files", code_language="bash", code="dir")], by="eve")
    for item in ("a", "c"):
        project.add_candidates([Judged(0, item, "ls", "ls", (Answered("one", 0),))], by="eve")
    for candidate in project.candidates():
        project.judge(Judgement("command", candidate.item, "eve", "y", candidate.id))
    export(project, tmp_path, as_text)
    assert [path.name for path in judgement_files(tmp_path)] == ["judgements-2.csv", "judgements.csv"]


def test_nothing_to_export(tmp_path: Path) -> None:
    with Project.create(tmp_path / "p", "p") as project:
        with pytest.raises(UsageError, match="Import some first"):
            export(project, tmp_path / "out", as_text)
        project.add_items([Item("a", "", code="x")], by="admin")
        with pytest.raises(UsageError, match="a: it has no intent"):
            export(project, tmp_path / "out", as_text)
        project.add_items([Item("b", "i", code="x")], by="admin")
        with pytest.raises(UsageError, match="None of the 2 items"):
            export(project, tmp_path / "out", as_text, states=["done"])
        assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    ("item", "names"),
    [
        (Item("a", "", code="import numpy.linalg as la\nfrom os import path"), ("numpy", "os")),
        (Item("a", "", code="1 +"), ("none",)),
        (
            Item("a", "", code_language="bash", code="find . | xargs -I {} grep x {}"),
            ("find", "grep", "xargs"),
        ),
        (Item("a", "", code_language="bash", code="x=$(("), ("none",)),
    ],
)
def test_libraries_and_commands(item: Item, names: tuple[str, ...]) -> None:
    assert uses(item) == names
