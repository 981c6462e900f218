"""author paraphrase: a language model rewrites descriptions (MBUPP, section 3.1)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.console import progress, visible
from asmeant.cli.project_options import acting, as_option, opened, project_argument
from asmeant.errors import UsageError

if TYPE_CHECKING:
    from asmeant.authoring.describing.paraphrasing import Paraphrase


@click.command()
@project_argument
@click.option("--model", "model_name", required=True, help="A language model. See: asmeant list models")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    callback=options.words,
    help="direct, facts, 'paraphrased facts'. May be repeated. Default: all three.",
)
@click.option("--ids", multiple=True, callback=options.words, help="Only the items with these ids.")
@as_option
def paraphrase(
    place: str, model_name: str, strategies: tuple[str, ...], ids: tuple[str, ...], person: str | None
) -> None:
    """Let a language model write the descriptions of PROJECT again, in three ways.

    direct: in other words. facts: the facts of the task first (types, properties, edge cases), and a
    description from them. paraphrased facts: the same, with each fact in other words first. Each text becomes
    a proposal to vote on. What is there already is not asked for again.
    """
    with opened(place) as project:
        from asmeant.authoring.describing.asking import load_client
        from asmeant.authoring.describing.collecting import open_items, propose_paraphrases
        from asmeant.authoring.describing.paraphrasing import STRATEGIES

        if unknown := sorted(set(strategies) - set(STRATEGIES)):
            raise UsageError(f"No strategy is called '{unknown[0]}'. Known: {', '.join(STRATEGIES)}.")
        chosen, by = strategies or STRATEGIES, acting(project, person)
        items = [item for item in open_items(project) if not ids or item.id in ids]
        client = load_client(model_name)
        proposed: Counter[str] = Counter()
        failed: Counter[str] = Counter()
        notes: list[str] = []
        with progress("descriptions", len(items) * len(chosen)) as bar:
            for text in propose_paraphrases(project, items, client, by, chosen):
                (proposed if text.text else failed)[text.strategy] += 1
                notes += _notes(text)
                bar.advance()
    for note in notes:
        click.echo(note, err=True)
    for strategy in chosen:
        without_answer = f", {failed[strategy]:,} without an answer" if failed[strategy] else ""
        click.echo(f"{strategy}: {proposed[strategy]:,} descriptions{without_answer}")
    click.echo(f"Vote on them: asmeant author vote {place} --as NAME")


def _notes(text: Paraphrase) -> Iterator[str]:
    """What is wrong with a description, for the people who vote on it."""
    name = f"{visible(text.task_id)}, {text.strategy}"
    if text.lost:
        yield f"{name}: lost {visible(', '.join(text.lost))}"
    if text.methods:
        yield f"{name}: prescribes a method: {visible(', '.join(text.methods))}"
