"""author assign: who works on which items."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from asmeant.cli import numbers, options
from asmeant.cli.project_options import acting, as_option, opened, project_argument
from asmeant.errors import UsageError

if TYPE_CHECKING:
    from asmeant.authoring.project import Kind, State

KINDS = click.Choice(["write", "vote", "judge", "adjudicate"])
STATES = click.Choice(["new", "written", "described", "checked", "done"])


NOTHING: dict[Kind, str] = {
    "write": "There is no such item. Import items: asmeant author import",
    "vote": "There is nothing to vote on. Propose descriptions: asmeant author correct, or author paraphrase",
    "judge": "There is no such item. Import items, or candidates to judge: asmeant author import",
    "adjudicate": "There is no such item. Import items: asmeant author import",
}


@click.command()
@project_argument
@click.argument("kind", type=KINDS)
@click.option(
    "--people",
    "names",
    multiple=True,
    callback=options.words,
    help="The people. May be repeated, or separated by commas. Default: all annotators.",
)
@click.option(
    "--each", type=numbers.Whole(1, 1000), help="People for each item. Default: 3 to vote or judge, else 1."
)
@click.option(
    "--form",
    help="For judges, what they are asked: candidates (template and command, as NL2Bash), programs, pairs "
    "(correct and clear), names, translation. Default: candidates where the project has some, else pairs.",
)
@click.option(
    "--item", "items", multiple=True, help="This item. May be repeated. Default: all that are not refused."
)
@click.option("--state", type=STATES, help="Only items in this state.")
@as_option
def assign(
    place: str,
    kind: Kind,
    names: tuple[str, ...],
    each: int | None,
    form: str | None,
    items: tuple[str, ...],
    state: State | None,
    person: str | None,
) -> None:
    """Give items to people: to write, to vote, to judge or to adjudicate. Work is shared evenly.

    The same command again gives only what is missing, as for new items or for what someone has skipped.

    \b
      asmeant author assign my-benchmark write --people ann,ben
      asmeant author assign my-benchmark judge --form candidates --each 3
    """
    if form and kind != "judge":
        raise UsageError(f"--form is for judges, and this is work to {kind}. Leave it out.")
    if items and state:
        raise UsageError("--item names items, and --state chooses them. Leave one of them out.")
    with opened(place) as project:
        by = acting(project, person)
        answered = {candidate.item for candidate in project.candidates()} if kind == "judge" else set()
        if kind == "judge" and not form:
            form = "candidates" if answered else "pairs"
        item_ids = [item.id for item in project.items(state=state) if item.state != "refused"]
        if kind == "vote":
            offered = {proposal.item for proposal in project.proposals()}
            item_ids = [item for item in item_ids if item in offered]
        elif form in ("candidates", "programs"):
            item_ids = [item for item in item_ids if item in answered]
        item_ids = list(items) or item_ids
        if not item_ids:
            raise UsageError(NOTHING[kind])
        role = "editor" if kind == "adjudicate" else "annotator"
        team = list(names) or [member.name for member in project.people() if member.role == role]
        if not team:
            raise UsageError(
                f"This project has no {role}. Add one: asmeant author people PROJECT --add NAME --role {role}"
            )
        people_per_item = each or (3 if kind in ("vote", "judge") else 1)
        new = project.assign(kind, item_ids, team, by=by, each=people_per_item, form=form or "")
    by_person = {name: sum(work.person == name for work in new) for name in team}
    shares = ", ".join(f"{name} {count}" for name, count in by_person.items() if count)
    click.echo(
        f"Assigned {len(new):,} times: {shares}." if new else "Nothing to assign: everyone has it already."
    )
