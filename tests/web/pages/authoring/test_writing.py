"""Writing: an item is saved as the form says, and two people who save at once lose nothing."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from urllib.parse import urlencode

from asmeant.authoring.project import Project
from tests.web.pages.authoring.making import NASTY, Person
from tests.web.test_pages import assert_harmless

WRITE = "/author/write?id=i1"
Visitor = Callable[[str], Person]


def test_an_item_is_written_and_the_next_one_follows(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    form = ann.form(WRITE) | {"intent": " List all files ", "code2": "ls -a", "action": "finish"}
    answer = ann.post("/author/write", form)
    assert answer.status_code == 303, answer.text
    assert answer.headers["location"].startswith("/author/write?id=i2&saved=")
    item = project.item("i1")
    assert (item.intent, item.code, item.state, item.version) == ("List all files", "ls i1", "written", 2)
    assert item.task is not None
    assert item.task.references == ("ls i1", "ls -a")
    assert project.assignments(person="ann", item="i1")[0].state == "done"
    assert "Saved: i1" in ann.get(answer.headers["location"])
    assert ann.form(WRITE)["code2"] == "ls -a"
    (event,) = [one for one in project.history("i1") if one.what == "save"]
    assert event.person == "ann"


def test_a_draft_is_kept_without_a_script(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    answer = ann.post("/author/write", ann.form(WRITE) | {"intent": "half a sent", "action": "draft"})
    assert answer.headers["location"] == WRITE
    assert ann.form(WRITE)["intent"] == "half a sent"
    assert project.item("i1").intent == "List files i1"
    assert visitor("ed").form(WRITE)["intent"] == "List files i1"  # a draft is one's own
    typed = {"intent": "typed before the skip", "action": "skip"}
    skipped = ann.post("/author/write", ann.form(WRITE) | typed)
    assert skipped.headers["location"].startswith("/author/write?id=i2")
    assert project.assignments(person="ann", item="i1")[0].state == "skipped"
    assert "Skipped: i1" in ann.get(skipped.headers["location"])
    assert ann.client.get(WRITE).status_code == 404
    number = str(project.assignments(person="ann", item="i1")[0].id)
    assert "/author/reopen" in ann.get("/author")
    assert visitor("bob").post("/author/reopen", {"assignment": number}).status_code == 403
    assert ann.post("/author/reopen", {"assignment": number}).headers["location"] == WRITE
    assert ann.form(WRITE)["intent"] == "List files i1"
    (dropped,) = [one for one in project.history("i1") if one.what == "draft dropped"]
    assert "typed before the skip" in dropped.before


def test_both_texts_are_shown_where_someone_else_saved(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    form = ann.form(WRITE) | {"intent": "mine", "action": "finish"}
    project.save_item(replace(project.item("i1"), intent="theirs"), by="ed")
    answer = ann.post("/author/write", form)
    assert answer.status_code == 409
    assert ">theirs</pre>" in answer.text
    assert ">mine</textarea>" in answer.text
    assert project.item("i1").intent == "theirs"
    assert ">theirs</pre>" in ann.get(WRITE)  # also after a refresh
    merged = ann.form(WRITE) | {"intent": "mine and theirs", "action": "finish"}
    assert ann.post("/author/write", merged).status_code == 303
    assert project.item("i1").intent == "mine and theirs"


def test_a_second_window_is_no_loss(project: Project, visitor: Visitor) -> None:
    """Each window autosaves; what is submitted from the one does not drop what was typed in the other."""
    ann = visitor("ann")
    first, second = ann.form(WRITE), ann.form(WRITE)
    assert ann.post("/author/draft", first | {"intent": "from the first"}).json() == {"version": 1}
    answer = ann.post("/author/draft", second | {"intent": "from the second"})
    assert answer.status_code == 409
    assert answer.json()["texts"]["intent"] == "from the first"
    answer = ann.post("/author/write", second | {"intent": "from the second", "action": "finish"})
    assert answer.status_code == 409
    assert ">from the first</pre>" in answer.text
    assert ">from the second</textarea>" in answer.text
    again = second | {"intent": "from both", "draft_version": "1", "action": "finish"}
    assert ann.post("/author/write", again).status_code == 303
    assert project.item("i1").intent == "from both"


def test_what_a_form_may_not_say(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    form = ann.form(WRITE) | {"intent": "x", "action": "finish"}
    for changes, status in (
        ({"intent": " "}, 422),
        ({"code1": ""}, 422),
        ({"code_language": "perl"}, 422),
        ({"intent_language": "xx"}, 422),
        ({"kind": "adjudicate"}, 422),
        ({"id": "nobody"}, 404),
        ({"intent": "x" * 60_000}, 422),
        ({"version": "-1"}, 409),
        ({"version": "99999999999999"}, 409),
    ):
        draft = project.draft("write", "i1", "ann")
        current = {"draft_version": str(draft.version if draft else 0)}
        assert ann.post("/author/write", form | current | changes).status_code == status, changes
    assert project.item("i1").version == 1
    assert project.assignments(person="ann", item="i1")[0].state == "open"


def test_half_characters_are_replaced(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    body = urlencode(ann.form(WRITE)) + "&intent=%ED%A0%80%00x&action=finish"
    headers = {"content-type": "application/x-www-form-urlencoded"}
    assert ann.client.post("/author/write", content=body, headers=headers).status_code == 303
    assert project.item("i1").intent.endswith("x")
    assert "\0" not in project.item("i1").intent


def test_another_ones_item_is_not_there(project: Project, visitor: Visitor) -> None:
    bob, form = visitor("bob"), visitor("ann").form(WRITE)
    assert bob.client.get(WRITE).status_code == 404
    for path in ("/author/write", "/author/draft", "/author/check"):
        fields = {name: value for name, value in form.items() if name != "csrf"}
        assert bob.post(path, fields | {"action": "finish"}).status_code == 404
    assert project.item("i1").version == 1


def test_a_forged_form_is_refused(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    form = ann.form(WRITE) | {"intent": "forged"}
    for path in ("/author/write", "/author/draft", "/author/check", "/author/person"):
        assert ann.client.post(path, data=form | {"csrf": "0" * 64}).status_code == 403
        other = {"origin": "https://evil.example"}
        assert ann.client.post(path, data=form, headers=other).status_code == 403
    assert project.draft("write", "i1", "ann") is None


def test_a_giant_paste_is_refused_before_it_is_read(visitor: Visitor) -> None:
    ann = visitor("ann")
    fields = ann.form(WRITE) | {"intent": "x" * 2_000_000}
    assert ann.post("/author/draft", fields).status_code == 413


def test_tags_stay_text(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    form = ann.form(WRITE) | {"intent": NASTY, "code1": NASTY, "code2": NASTY, "action": "finish"}
    remarks = ann.post("/author/check", form)
    assert_harmless(remarks.text)
    assert ann.post("/author/write", form).status_code == 303
    project.save_item(replace(project.item("i1"), intent=NASTY + NASTY, source=NASTY), by="ed")
    ed = visitor("ed")
    for address in ("/author/items", "/author/item?id=i1", WRITE, f"/author/items?q={NASTY}", "/author"):
        assert_harmless(ed.get(address))
    assert_harmless(ann.get(f"/author?saved=write%0A{NASTY}"))


def test_remarks_are_part_of_the_page(project: Project, visitor: Visitor) -> None:
    ann = visitor("ann")
    form = ann.form(WRITE) | {"code1": "ls |", "code2": "ls i2"}
    text = ann.post("/author/check", form).text
    assert 'data-field="code1"' in text
    assert "has the same code" in text
    assert "<html" not in text
