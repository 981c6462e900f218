"""author paraphrase: descriptions in other words, by a language model (MBUPP, section 3.1)."""

from __future__ import annotations

from collections import Counter

import click

from asmeant.cli import options
from asmeant.cli.console import progress, visible
from asmeant.cli.project_place import open_project, person_option
from asmeant.errors import UsageError


@click.command()
@click.argument("project")
@click.option("--model", "model_name", required=True, help="A language model. See: asmeant list models")
@click.option(
    "--strategy",
    "strategies",
    multiple=True,
    callback=options.words,
    help="direct, facts, 'paraphrased facts'. May be repeated. Default: all three.",
)
@click.option("--ids", multiple=True, callback=options.words, help="Only the items with these ids.")
@person_option
def paraphrase(
    project: str, model_name: str, strategies: tuple[str, ...], ids: tuple[str, ...], person: str
) -> None:
    """Let a language model write the descriptions of PROJECT again, in three ways.

    direct: in other words. facts: the facts of the task first (types, properties, edge cases), and a
    description from them. paraphrased facts: the same, with each fact in other words first. Each text becomes
    a proposal to vote on. What is there already is not asked for again.
    """
    from asmeant.authoring.describing.asking import load_client
    from asmeant.authoring.describing.collecting import open_items, propose_paraphrases
    from asmeant.authoring.describing.paraphrasing import STRATEGIES

    if unknown := sorted(set(strategies) - set(STRATEGIES)):
        raise UsageError(f"No strategy is called '{unknown[0]}'. Known: {', '.join(STRATEGIES)}.")
    chosen = strategies or STRATEGIES
    with open_project(project) as opened:
        opened.person(person)
        items = [item for item in open_items(opened) if not ids or item.id in ids]
        client = load_client(model_name)
        written: Counter[str] = Counter()
        failed: Counter[str] = Counter()
        with progress("descriptions", len(items) * len(chosen)) as bar:
            for text in propose_paraphrases(opened, items, client, person, chosen):
                (written if text.text else failed)[text.strategy] += 1
                if text.lost:
                    bar.print(f"{text.task_id}, {text.strategy}: lost {visible(', '.join(text.lost))}")
                bar.advance()
    for strategy in chosen:
        more = f", {failed[strategy]:,} without an answer" if failed[strategy] else ""
        click.echo(f"{strategy}: {written[strategy]:,} descriptions{more}")
    click.echo(f"Vote on them: asmeant author vote {project} --as NAME")
