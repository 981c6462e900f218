"""author init, people, status, history: a project, who works in it, and what has been done."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli import numbers, options
from asmeant.cli.console import visible
from asmeant.cli.judgement import print_tables
from asmeant.cli.project_options import acting, as_option, opened, project_argument, require_extra
from asmeant.records import to_json
from asmeant.tables import Cell, Table

if TYPE_CHECKING:
    from asmeant.authoring.project import Event, Project, Role

ROLES = click.Choice(["annotator", "editor", "admin"])


@click.command()
@project_argument
@click.option("--name", help="The name of the benchmark. Default: that of the folder or database.")
@click.option("--admin", default="admin", show_default=True, help="A pseudonym for yourself.")
def init(place: str, name: str | None, admin: str) -> None:
    """Make a project: where people write, vote on and judge the tasks of a benchmark.

    PROJECT is a folder, or for a team a database of PostgreSQL.

    \b
      asmeant author init my-benchmark --admin kim
      asmeant author init postgresql://kim@db.example.org/benchmark
    """
    require_extra()
    from asmeant.authoring.project import Project

    last_word = place.rstrip("/").rpartition("/")[2].partition("?")[0]
    with Project.create(place, name or last_word or "benchmark", admin) as project:
        where = project.database.folder
        click.echo(f"Made the project '{visible(project.name)}' in {project.database.place}.")
    click.echo(f"Next: asmeant author import {where} FILE, asmeant author people {where} --add NAME")


@click.command()
@project_argument
@click.option(
    "--add", "names", metavar="NAME", multiple=True, help="Add a person, by pseudonym. May be repeated."
)
@click.option(
    "--role", type=ROLES, default="annotator", show_default=True, help="The role of those who are added."
)
@as_option
@options.json_option
def people(place: str, names: tuple[str, ...], role: Role, person: str | None, as_json: bool) -> None:
    """List the people of a project, add some, or give them another role.

    Annotators work on what is assigned to them. Editors also assign, adjudicate and change every item.
    Admins also add people.

    \b
      asmeant author people my-benchmark
      asmeant author people my-benchmark --add ann --add ben --add cho
      asmeant author people my-benchmark --add eve --role editor
    """
    with opened(place) as project:
        if names:
            by = acting(project, person)
            for name in names:
                project.add_person(name, role, by=by)
        if as_json:
            click.echo(to_json(project.people()))
            return
        print_tables([_people_table(project)], False, False)


@click.command()
@project_argument
@click.option(
    "--agreement", is_flag=True, help="Also say how far judges agree: raw, Cohen, Fleiss, Krippendorff."
)
@options.json_option
def status(place: str, agreement: bool, as_json: bool) -> None:
    """Show how far a project is: items by state, work by person, disagreements to decide.

    \b
      asmeant author status my-benchmark
      asmeant author status my-benchmark --agreement
    """
    from asmeant.analysis.annotators import annotator_tables

    with opened(place) as project:
        tables = [_item_table(project), _people_table(project), _question_table(project)]
        if agreement:
            tables += annotator_tables([project.agreement(name) for name in project.judged_questions()])
        if not as_json:
            click.secho(visible(project.name), bold=True)
        print_tables([table for table in tables if table.rows], as_json, False)


@click.command()
@project_argument
@click.option("--item", help="Only what concerns this item.")
@click.option("--person", help="Only what this person has done.")
@click.option(
    "--limit", type=numbers.TASKS, default=50, show_default=True, help="Number of events, the latest ones."
)
@options.json_option
def history(place: str, item: str | None, person: str | None, limit: int, as_json: bool) -> None:
    """Show who did what, and when: every write of a project, the last ones at the end.

    With --json, each event has what was there before and after.

    \b
      asmeant author history my-benchmark --item pairs/7
      asmeant author history my-benchmark --person ann --json
    """
    with opened(place) as project:
        if item is not None:
            project.item(item)
        events = project.history(item, person, last=limit)
    if as_json:
        click.echo(to_json(events))
        return
    for event in events:
        click.echo(
            visible(
                f"{event.when[:19]}  {event.person}  {event.what}  {event.item}  {_change(event)}"
            ).rstrip()
        )


def _people_table(project: Project) -> Table:
    work = project.assignments()
    rows: list[tuple[Cell, ...]] = []
    for person in project.people():
        states = [assignment.state for assignment in work if assignment.person == person.name]
        rows.append(
            (person.name, person.role, *(states.count(state) for state in ("open", "done", "skipped")))
        )
    return Table("People and their work", ("person", "role", "open", "done", "skipped"), tuple(rows))


def _item_table(project: Project) -> Table:
    from asmeant.authoring.project import STATES

    counts = [(state, project.count_items(state=state)) for state in STATES]
    return Table(
        "Items", ("state", "items"), (*((s, n) for s, n in counts if n), ("all", project.count_items()))
    )


def _question_table(project: Project) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for question in project.judged_questions():
        outcomes = project.outcomes(question)
        disputed = sum(outcome.is_disputed for outcome in outcomes)
        final = sum(outcome.final is not None for outcome in outcomes)
        rows.append((question, len(outcomes), disputed, final))
    return Table("Judgements", ("question", "judged", "disagreements", "adjudicated"), tuple(rows))


def _change(event: Event) -> str:
    """The fields that changed, in one line."""
    before, after = (_fields(text) for text in (event.before, event.after))
    changed = [name for name in after if before.get(name) != after[name] and name not in _EVERYWHERE]
    if not before:
        return ", ".join(
            f"{name} {_short(after[name])}" for name in changed if after[name] not in ("", None, {}, False)
        )
    return ", ".join(f"{name} {_short(before.get(name))} → {_short(after[name])}" for name in changed)


_EVERYWHERE = ("version", "item", "person", "id", "saved", "check_origins")


def _fields(text: str) -> dict[str, Any]:
    record = json.loads(text) if text else {}
    return record if isinstance(record, dict) else {}


def _short(value: object) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    return f"'{text[:40]}…'" if len(text) > 40 else f"'{text}'"
