"""author vote: a blind comparison of descriptions. The winner becomes the intent (MBUPP, section 3.1)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.compare import print_table
from asmeant.cli.console import visible
from asmeant.cli.project_options import acting, as_option, opened, project_argument
from asmeant.errors import UsageError
from asmeant.records import to_json
from asmeant.tables import Table

if TYPE_CHECKING:
    from asmeant.analysis.annotators import Agreement
    from asmeant.authoring.project import Item, Project, Proposal, Tally


@click.command()
@project_argument
@as_option
@click.option("--count", is_flag=True, help="Count the votes, and ask for none.")
@click.option("--accept", is_flag=True, help="Count, and make each winner the intent of its item.")
@options.json_option
def vote(place: str, person: str | None, count: bool, accept: bool, as_json: bool) -> None:
    """Compare the descriptions of each item of PROJECT, without knowing who wrote them.

    They are shown in an order of your own as A, B, C. Type the best first: `B A=C` is B before A and C, which
    are as good as each other. What you do not name comes last. `s` skips an item, `q` stops. All descriptions
    and votes are kept.

    \b
      asmeant author vote my-project --as ana
      asmeant author vote my-project --count
      asmeant author vote my-project --accept
    """
    with opened(place) as project:
        by = acting(project, person)
        if count or accept:
            _count(project, by, accept, as_json)
        else:
            _ask(project, by)


# ── voting ──


def _ask(project: Project, person: str) -> None:
    from asmeant.authoring.project import Vote

    waiting = list(_waiting(project, person))
    for number, item in enumerate(waiting, start=1):
        ballot = project.ballot(item.id, person)
        _show(item, ballot, f"{number} of {len(waiting)}")
        ranks = _ranks([proposal.id for proposal in ballot])
        if ranks is None:
            break
        if ranks:
            project.vote(Vote(item.id, person, ranks))
        _finish(project, item, person, "done" if ranks else "skipped")
    remaining = len(list(_waiting(project, person)))
    click.echo(f"Items that you have still to vote on: {remaining:,}.")


def _waiting(project: Project, person: str) -> Iterator[Item]:
    """The items assigned to an annotator; for an editor, all items that they have not voted on."""
    assigned = {
        assignment.item: assignment.state for assignment in project.assignments(person=person, kind="vote")
    }
    may_see_all = project.person(person).role != "annotator"
    for item in project.items():
        skipped = assigned.get(item.id) == "skipped"
        if item.state == "refused" or skipped or not (may_see_all or item.id in assigned):
            continue
        voted = any(ballot.person == person for ballot in project.votes(item.id))
        if not voted and len(project.proposals(item.id)) > 1:
            yield item


def _show(item: Item, ballot: Sequence[Proposal], position: str) -> None:
    from asmeant.authoring.describing.voting import LETTERS

    click.echo(f"\n{click.style(item.id, bold=True)}  ({position})")
    click.echo("\n".join(f"    {visible(line)}" for line in item.code.splitlines()))
    for letter, proposal in zip(LETTERS, ballot, strict=False):
        click.echo(f"  {click.style(letter, fg='cyan')}  {visible(proposal.text)}")


def _ranks(proposals: Sequence[int]) -> dict[int, int] | None:
    """The ranks that the person types; empty if the item is skipped, None to stop."""
    from asmeant.authoring.describing.voting import read_ranks

    while True:
        typed = click.prompt("Best first", default="q", show_default=False).strip()
        if typed.lower() in ("q", "s"):
            return None if typed.lower() == "q" else {}
        try:
            return read_ranks(typed, proposals)
        except UsageError as error:
            click.echo(str(error), err=True)


def _finish(project: Project, item: Item, person: str, state: str) -> None:
    for assignment in project.assignments(person=person, kind="vote", state="open", item=item.id):
        project.finish(assignment.id, by=person, state="skipped" if state == "skipped" else "done")


# ── counting ──


def _count(project: Project, person: str, accept: bool, as_json: bool) -> None:
    from asmeant.authoring.describing.voting import voters_agreement

    items = [item for item in project.items() if project.votes(item.id)]
    tallies = {item.id: project.winner(item.id) for item in items}
    proposals = {item.id: project.proposals(item.id) for item in items}
    votes = {item.id: project.votes(item.id) for item in items}
    agreed = voters_agreement(project)
    accepted = [item.id for item in items if accept and _accept(project, item, tallies[item.id], person)]
    if as_json:
        rows = {
            id_: {"tally": tallies[id_], "proposals": proposals[id_], "votes": votes[id_]} for id_ in tallies
        }
        click.echo(to_json({"items": rows, "agreement": agreed, "accepted": accepted}))
        return
    for item in items:
        print_table(_tally_table(item, tallies[item.id], proposals[item.id]))
    _print_agreement(agreed)
    ties = sum(tally.is_tied for tally in tallies.values())
    click.echo(f"Items with votes: {len(items):,}. Ties: {ties:,}. Intents replaced: {len(accepted):,}.")


def _accept(project: Project, item: Item, tally: Tally, person: str) -> bool:
    if tally.winner is None:
        return False
    return project.accept(item, tally.winner, by=person).intent != item.intent


def _tally_table(item: Item, tally: Tally, proposals: Sequence[Proposal]) -> Table:
    rows = tuple(
        (
            proposal.strategy,
            proposal.text,
            tally.wins[proposal.id],
            ("tie" if tally.is_tied else "winner") if proposal.id in tally.leaders else "",
        )
        for proposal in sorted(proposals, key=lambda proposal: -tally.wins[proposal.id])
    )
    return Table(f"{item.id}, votes: {tally.votes}", ("strategy", "description", "wins", ""), rows)


def _print_agreement(agreed: Agreement) -> None:
    from asmeant.analysis.annotators import annotator_tables

    if agreed.subjects:
        for table in annotator_tables([agreed]):
            print_table(table)
