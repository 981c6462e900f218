"""recompute: computes the figures of a paper that depend only on its released data."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.console import terminal
from asmeant.errors import DataError, UsageError
from asmeant.records import Selection, Task, to_json

if TYPE_CHECKING:
    from asmeant.analysis.recomputed import Fact
    from asmeant.tables import Table

COMPARISON = "datasets"


@click.command()
@click.argument("paper", type=click.Choice(["odex", "mbupp", "mconala", COMPARISON]))
@click.argument("names", metavar="[DATASET]...", nargs=-1)
@click.option(
    "--lang", "languages", multiple=True, callback=options.words, help="Only these intent languages: es,ru."
)
@click.option(
    "--data", type=click.Path(path_type=Path, file_okay=False), help="A folder with the released data."
)
@click.option("--table", "place", help="Only this table: 5, 'Table 5', 'Figure 9', 'section 4.2'.")
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@options.json_option
def recompute(
    paper: str,
    names: tuple[str, ...],
    languages: tuple[str, ...],
    data: Path | None,
    place: str | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Recompute a paper's figures about its data, and print them with the published ones.

    With `datasets`, datasets are compared as in NL2Bash's section 7 and ODEX's Table 3: those that you name,
    or all that are available. For NL2Bash's other tables, see: asmeant corpus stats, and asmeant judgement.

    \b
      asmeant recompute odex --table 5
      asmeant recompute datasets
      asmeant recompute datasets humaneval tasks:my.jsonl
    """
    from asmeant.reports import to_markdown, to_rich

    if names and paper != COMPARISON:
        raise UsageError(
            f"A paper is about its own data, but {names[0]} was named with {paper}. "
            f"To compare datasets: asmeant recompute {COMPARISON} {' '.join(names)}"
        )
    selection = Selection(languages=languages)
    tables, facts = (
        _compared(names, selection, data) if paper == COMPARISON else _of_paper(paper, selection, data)
    )
    facts = _only(facts, place)
    if as_json:
        selected = [
            {"shown": fact.shown, "agrees": fact.agrees, "difference": fact.difference, "fact": fact}
            for fact in facts
        ]
        click.echo(to_json(selected))
        return
    from asmeant.analysis.recomputed import fact_tables

    for table in [*([] if place else tables), *fact_tables(paper, facts)]:
        if markdown:
            click.echo(to_markdown(table))
        else:
            terminal().print(to_rich(table))


def _of_paper(paper: str, selection: Selection, data: Path | None) -> tuple[list[Table], list[Fact]]:
    from asmeant.analysis.recomputed import datasets_of
    from asmeant.analysis.recomputed import recompute as recomputed
    from asmeant.datasets import load_tasks

    tasks = [task for name in datasets_of(paper) for task in load_tasks(name, selection, data)]
    return [], recomputed(paper, tasks)


def _only(facts: list[Fact], place: str | None) -> list[Fact]:
    if place is None:
        return facts
    wanted_place = f"table {place}" if place.isdigit() else place.lower()
    chosen_facts = [fact for fact in facts if fact.place.lower().endswith(wanted_place)]
    if not chosen_facts:
        places = ", ".join(dict.fromkeys(fact.place for fact in facts))
        raise UsageError(f"Nothing is recomputed of '{place}'. There is: {places}.")
    return chosen_facts


def _compared(
    names: tuple[str, ...], selection: Selection, data: Path | None
) -> tuple[list[Table], list[Fact]]:  # fmt: skip
    """The datasets to compare.

    Those that were named must exist; of the built-in ones, those that are available.
    """
    from asmeant.analysis.recomputed.datasets import OURS, facts, portrait, portrait_table
    from asmeant.datasets import load_tasks

    datasets: dict[str, list[Task]] = {}
    for name in names or OURS:
        try:
            datasets[name] = list(load_tasks(name, selection, data))
        except (DataError, UsageError) as error:
            if names:
                raise
            click.echo(f"Left out: {name}: {error}", err=True)
    if not datasets:
        raise DataError("No dataset is here to compare. Fetch one: asmeant fetch humaneval")
    return [portrait_table({name: portrait(tasks) for name, tasks in datasets.items()})], list(
        facts(datasets)
    )
