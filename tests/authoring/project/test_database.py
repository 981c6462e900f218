"""Many people at once, and processes that die."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest

from asmeant.authoring.project import ConflictError, Draft, Item, Judgement, Project

ANNOTATORS = [f"p{number:02}" for number in range(20)]
ROUNDS = 3

# An annotator in a process of their own, who prints what was acknowledged, until the process is killed.
OTHER_PROCESS = """
import sys
from asmeant.authoring.project import Draft, Project
place, person = sys.argv[1:]
with Project.open(place) as project:
    for number in range(1_000_000):
        draft = Draft("write", f"{person}-item", person, {"line": number}, version=number)
        print(project.save_draft(draft).content["line"], flush=True)
"""


def team(place: str) -> Project:
    """Each annotator has an item, and all of them have one more."""
    project = Project.create(place, "busy")
    items = [Item("shared", ""), *(Item(f"{name}-item", "intent") for name in ANNOTATORS)]
    project.add_items(items, by="admin")
    for name in ANNOTATORS:
        project.add_person(name, by="admin")
        project.assign("write", [f"{name}-item"], [name], by="admin", each=1)
    project.assign("write", ["shared"], ANNOTATORS, by="admin", each=20)
    project.assign("judge", ["shared"], ANNOTATORS, by="admin", each=20, form="pairs")
    return project


def annotate(project: Project, person: str) -> None:
    """Saves drafts and judgements, and adds a name to the item that all others write to at the same time."""
    draft = Draft("write", f"{person}-item", person, {})
    item = project.item("shared")
    for number in range(ROUNDS):
        draft = project.save_draft(replace(draft, content={"line": number}))
        project.judge(Judgement("clear", "shared", person, "y" if number % 2 else "n"))
    while (stored := saved(project, replace(item, intent=f"{item.intent} {person}"), person)) is not None:
        item = stored


def saved(project: Project, item: Item, person: str) -> Item | None:
    """None where it could be saved, and else what someone else has saved."""
    try:
        project.save_item(item, by=person)
    except ConflictError as conflict:
        return project.item(item.id) if isinstance(conflict.stored, Draft) else conflict.stored
    return None


def test_twenty_annotators_write_at_once_one_process_is_killed_and_nothing_is_lost(any_place: str) -> None:
    with team(any_place) as project:
        other, *others = ANNOTATORS
        command = [sys.executable, "-c", OTHER_PROCESS, any_place, other]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert process.stdout is not None
        process.stdout.readline()
        with ThreadPoolExecutor(len(others)) as threads:
            work = [threads.submit(annotate, project, person) for person in others]
            for _ in range(3):
                process.stdout.readline()
            os.kill(process.pid, signal.SIGKILL)
            for future in work:
                future.result()
        *acknowledged, _ = process.stdout.read().split("\n")
        process.wait()
        _check_drafts(project, 4 + len(acknowledged))
        shared, events = project.item("shared"), project.history("shared")
        assert sorted(shared.intent.split()) == others
        assert shared.version == 1 + len(others)
        assert len(project.judgements(question="clear")) == len(others)
        assert sum(event.what == "judge" for event in events) == len(others) * ROUNDS
        # Who came second lost nothing, and found what the first had written.
        assert all(event.before != event.after for event in events if event.what == "conflict")


def _check_drafts(project: Project, acknowledged: int) -> None:
    """Of the annotator whose process was killed, one more may be stored than was acknowledged."""
    drafts = [project.draft("write", f"{name}-item", name) for name in ANNOTATORS]
    of_killed, *versions = [draft.version for draft in drafts if draft]
    assert of_killed in (acknowledged, acknowledged + 1)
    assert versions == [ROUNDS] * 19


def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fail(project: Project) -> None:
        with project.database.writing() as connection:
            project._note(connection, "admin", "half")
            raise ZeroDivisionError

    with Project.create(tmp_path, "p") as project:
        with pytest.raises(ZeroDivisionError):
            fail(project)
        assert "half" not in [event.what for event in project.history()]
