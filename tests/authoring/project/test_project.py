from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.authoring.project import (
    Assignment,
    ConflictError,
    Draft,
    Item,
    NotAllowedError,
    Person,
    Project,
    schema,
)
from asmeant.errors import AsmeantError, DataError, UsageError
from asmeant.records import Check, Task, from_json


def test_what_is_written_is_there_when_the_project_is_opened_again(
    any_project: Project, any_place: str
) -> None:
    any_project.close()
    with Project.open(any_place) as again:
        assert again.name == "tidy"
        assert [item.id for item in again.items()] == ["a", "b"]
        assert again.item("b").intent == "сосчитать строки файла `f`"
        assert again.people()[0] == Person("ann", "annotator")
        assert again.people()[-1] == Person("root", "admin")


def test_items_are_found_by_state_language_and_text(any_project: Project) -> None:
    assert [item.id for item in any_project.items(intent_language="ru")] == ["b"]
    assert [item.id for item in any_project.items(code_language="bash", state="new")] == ["a"]
    assert [item.id for item in any_project.items(text="ФАЙЛА")] == ["b"]
    assert any_project.items(text="100%") == any_project.items(text="_s -a") == []
    assert [item.id for item in any_project.items(offset=1, limit=5)] == ["b"]
    assert (any_project.count_items(), any_project.count_items(text="ls")) == (2, 1)


def test_a_save_has_a_new_version_and_a_line_of_history(project: Project) -> None:
    before = project.item("a")
    saved = project.save_item(replace(before, intent="list every file", state="written"), by="eve")
    assert saved == project.item("a")
    assert saved.version == before.version + 1
    event = project.history("a")[-1]
    assert (event.person, event.what) == ("eve", "save")
    assert from_json(Item, event.before) == before
    assert from_json(Item, event.after) == saved


def test_two_people_save_the_same_item_and_nothing_is_lost(any_project: Project) -> None:
    read = any_project.item("a")
    first = any_project.save_item(replace(read, intent="by the first"), by="eve")
    with pytest.raises(
        ConflictError, match="'a' was changed since it was read: its version is now 2"
    ) as caught:
        any_project.save_item(replace(read, intent="by the second"), by="root")
    assert caught.value.stored == first
    assert isinstance(caught.value.attempted, Item)
    assert caught.value.attempted.intent == "by the second"
    assert any_project.item("a").intent == "by the first"
    # Even if the second person's window is closed now.
    event = any_project.history("a")[-1]
    assert (event.what, from_json(Item, event.after).intent) == ("conflict", "by the second")


def test_a_save_that_is_sent_again_is_no_conflict(project: Project) -> None:
    changed = replace(project.item("a"), intent="once")
    saved = project.save_item(changed, by="eve")
    assert project.save_item(changed, by="eve") == saved
    assert [event.what for event in project.history("a")] == ["add", "save"]


def test_ids_are_taken_once_and_all_items_are_added_or_none(project: Project) -> None:
    with pytest.raises(DataError, match="'a' is already taken"):
        project.add_items([Item("c", "new"), Item("a", "again")], by="eve")
    assert project.count_items() == 2


CHECK = Check("all", ("assert f(1) == 1",))


def test_how_each_check_was_made_is_kept(project: Project) -> None:
    item = project.item("b")
    task = Task("b", item.intent, checks=(CHECK, replace(CHECK, name="more")))
    item = replace(item, task=task, check_origins={"more": "varied: any iterable"})
    saved = project.save_item(item, by="eve")
    assert saved.check_origins == {"all": "written by eve", "more": "varied: any iterable"}
    other = replace(CHECK, name="more", probes=("assert f(2) == 2",))
    saved = project.save_item(replace(saved, task=replace(task, checks=(CHECK, other))), by="root")
    assert saved.check_origins == {"all": "written by eve", "more": "varied: any iterable, written by root"}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"intent": "x" * 200_001}, "'intent' has 200,001 characters. At most 200,000"),
        ({"intent": "a\0b"}, "'intent' contains a NUL"),
        ({"code": "\ud800"}, "'code' is not valid Unicode"),
        ({"state": "finished"}, "the state 'finished'. Known: new, written"),
        ({"state": "refused"}, "refused without a reason"),
        ({"code_language": "perl"}, "Code is written in python or bash"),
        ({"id": " a"}, "cannot be the id of an item"),
        ({"task": Task("a", "i", checks=(Check("empty"),))}, "has neither 'probes' nor 'same_outcome_as'"),
    ],
)
def test_items_that_are_not_stored(tmp_path: Path, change: dict[str, object], message: str) -> None:
    with Project.create(tmp_path, "p") as project:
        with pytest.raises(DataError, match=message):
            project.add_items([replace(Item("a", "intent"), **change)], by="admin")  # type: ignore[arg-type]
        assert project.items() == []


# ── who may do what ──


def test_annotators_change_only_what_is_assigned_to_them(project: Project) -> None:
    item = replace(project.item("a"), intent="mine now")
    with pytest.raises(NotAllowedError, match="Item 'a' is not assigned to 'ann' \\(write\\)"):
        project.save_item(item, by="ann")
    project.assign("write", ["a"], ["ann"], by="eve", each=1)
    assert project.save_item(replace(item, state="written"), by="ann").version == 2
    with pytest.raises(NotAllowedError, match="Only an editor sets the state 'done'"):
        project.save_item(replace(project.item("a"), state="done"), by="ann")


def test_only_admins_add_people_and_one_of_them_stays(project: Project) -> None:
    with pytest.raises(NotAllowedError, match="'eve' is an editor"):
        project.add_person("mallory", "admin", by="eve")
    with pytest.raises(NotAllowedError, match=r"called 'eva'\. Closest: 'eve'"):
        project.add_items([], by="eva")
    with pytest.raises(UsageError, match="'root' is the only admin"):
        project.add_person("root", "editor", by="root")
    with pytest.raises(DataError, match="cannot be a pseudonym"):
        project.add_person("<script>", by="root")
    assert project.add_person("ann", "editor", by="root") == Person("ann", "editor")


def test_nobody_finishes_the_work_of_another(project: Project) -> None:
    (work,) = project.assign("write", ["a"], ["ann"], by="eve", each=1)
    for person in ("ben", "eve", "root"):
        with pytest.raises(NotAllowedError, match=f"'{person}' has no assignment {work.id}"):
            project.finish(work.id, by=person)
    assert project.finish(work.id, by="ann") == replace(work, state="done")
    assert project.next_assignment("ann", "write") is None


def test_nobody_drafts_for_the_item_of_another(project: Project) -> None:
    project.assign("write", ["a"], ["ann"], by="eve", each=1)
    project.save_draft(Draft("write", "a", "ann", {"intent": "private"}))
    with pytest.raises(NotAllowedError, match="Item 'a' is not assigned to 'ben'"):
        project.save_draft(Draft("write", "a", "ben", {"intent": "forged"}, version=1))
    with pytest.raises(NotAllowedError, match="Item 'a' is not assigned to 'ann' \\(judge\\)"):
        project.save_draft(Draft("judge", "a", "ann", {}))
    assert project.draft("write", "a", "ben") is None
    draft = project.draft("write", "a", "ann")
    assert draft is not None
    assert draft.content == {"intent": "private"}


# ── assignments and drafts ──


def test_work_is_shared_evenly_and_given_once(project: Project) -> None:
    project.add_items([Item(f"c{number}", "i") for number in range(4)], by="eve")
    items = [item.id for item in project.items()]
    people = ["ann", "ben", "cho"]
    work = project.assign("vote", items, people, by="eve", each=2)
    assert len(work) == 12
    assert [len(project.assignments(person=name)) for name in people] == [4, 4, 4]
    assert project.assign("vote", items, people, by="eve", each=2) == []
    project.finish(work[0].id, by=work[0].person, state="skipped")
    (instead,) = project.assign("vote", items, people, by="eve", each=2)
    assert (instead.item, instead.person) == (work[0].item, "cho")


@pytest.mark.parametrize(
    ("kind", "items", "people", "each", "form", "message"),
    [
        ("vote", ["a"], ["ann"], 2, "", "Each item is to go to 2 people, of 1"),
        ("vote", ["z"], ["ann"], 1, "", "No item of this project is called 'z'"),
        ("vote", ["a"], ["zoe"], 1, "", "No person of this project is called 'zoe'"),
        ("vote", ["a"], ["ann"], 1, "pairs", "Only judges have a form"),
        ("judge", ["a"], ["ann"], 1, "pair", "No form is called 'pair'. Closest: 'pairs'"),
        ("sing", ["a"], ["ann"], 1, "", "No work is called 'sing'. Known: write, vote, judge, adjudicate"),
    ],
)
def test_what_cannot_be_assigned(
    tmp_path: Path, kind: str, items: list[str], people: list[str], each: int, form: str, message: str
) -> None:
    with Project.create(tmp_path, "p") as project:
        project.add_person("ann", by="admin")
        project.add_items([Item("a", "i")], by="admin")
        with pytest.raises(AsmeantError, match=message):
            project.assign(kind, items, people, by="admin", each=each, form=form)  # type: ignore[arg-type]
        assert project.assignments() == []


def test_a_draft_survives_and_a_second_window_gets_both_texts(any_project: Project) -> None:
    draft = Draft("write", "a", "eve", {"intent": "half a sen", "snippets": ["ls"]})
    first = any_project.save_draft(draft)
    assert (first.version, any_project.draft("write", "a", "eve")) == (1, first)
    second = any_project.save_draft(replace(first, content={"intent": "half a sentence"}))
    with pytest.raises(ConflictError, match="The draft for item 'a'") as caught:
        any_project.save_draft(replace(first, content={"intent": "in the other window"}))
    assert caught.value.stored == second
    assert any_project.draft("write", "a", "eve") == second
    assert "in the other window" in any_project.history("a")[-1].after


def test_finished_work_has_no_draft_and_the_history_keeps_its_text(project: Project) -> None:
    (work,) = project.assign("write", ["a"], ["ann"], by="eve", each=1)
    project.save_draft(Draft("write", "a", "ann", {"intent": "first try"}))
    project.finish(work.id, by="ann")
    assert project.draft("write", "a", "ann") is None
    assert "first try" in project.history("a")[-1].before
    # A window that is still open saves anew.
    assert project.save_draft(Draft("write", "a", "ann", {"intent": "late"}, version=1)).version == 1


def test_history_is_a_line_for_every_write(project: Project) -> None:
    project.assign("write", ["a"], ["ann"], by="eve", each=1)
    events = project.history()
    assert [event.what for event in events] == ["create", *["person"] * 5, "add", "add", "assign"]
    assert from_json(Assignment, events[-1].after).person == "ann"
    assert [event.what for event in project.history(person="eve")] == ["add", "add", "assign"]
    assert project.history(after=events[-2].id) == events[-1:]


# ── places ──


def test_a_place_with_a_project_is_not_made_again(project: Project, place: str) -> None:
    with pytest.raises(UsageError, match="There is already a project in"):
        Project.create(place, "another")


def test_places_without_a_project(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"There is no project in .*nowhere.* Make one: asmeant author init"):
        Project.open(tmp_path / "nowhere")
    assert not (tmp_path / "nowhere").exists()
    with pytest.raises(UsageError, match=r"as in postgresql://USER@HOST/DATABASE\. Found 'mysql'"):
        Project.open("mysql://host/database")
    (tmp_path / "project.sqlite").write_text("no database " * 100)
    with pytest.raises(DataError, match="file is not a database"):
        Project.open(tmp_path)


def test_a_password_is_not_shown() -> None:
    with pytest.raises(DataError) as caught:
        Project.open("postgresql://eve:secret@127.0.0.1:1/none")
    assert "eve:***@127.0.0.1:1/none" in str(caught.value)
    assert "secret" not in str(caught.value)


def test_a_project_of_a_newer_asmeant_is_refused(tmp_path: Path) -> None:
    with Project.create(tmp_path, "p") as project, project.database.writing() as connection:
        connection.execute(schema.project.update().values(format=schema.FORMAT + 1))
    with pytest.raises(DataError, match="newer version of asmeant"):
        Project.open(tmp_path)
