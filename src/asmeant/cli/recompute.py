"""recompute: the figures of a paper that its released data alone can give."""

from __future__ import annotations

from pathlib import Path

import click

from asmeant.cli import options
from asmeant.cli.console import terminal
from asmeant.records import Selection, to_json


@click.command()
@click.argument("paper", type=click.Choice(["odex", "mbupp", "mconala"]))
@click.option(
    "--lang", "languages", multiple=True, callback=options.words, help="Only these intent languages: es,ru."
)
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="A folder with the released data."
)
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@options.json_option
def recompute(
    paper: str, languages: tuple[str, ...], data: Path | None, markdown: bool, as_json: bool
) -> None:
    """Recompute what a paper says of its data, and print it beside what was published.

    For NL2Bash, see: asmeant corpus stats, and asmeant judgement.
    """
    from asmeant.analysis.recomputed import datasets_of, fact_table
    from asmeant.analysis.recomputed import recompute as recomputed
    from asmeant.datasets import load_tasks
    from asmeant.reports import to_markdown, to_rich

    chosen = Selection(languages=languages)
    facts = recomputed(
        paper, [task for name in datasets_of(paper) for task in load_tasks(name, chosen, data)]
    )
    if as_json:
        click.echo(to_json([{"shown": fact.shown, "agrees": fact.agrees, "fact": fact} for fact in facts]))
    elif markdown:
        click.echo(to_markdown(fact_table(paper, facts)), nl=False)
    else:
        terminal().print(to_rich(fact_table(paper, facts)))
