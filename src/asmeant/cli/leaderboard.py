"""leaderboard: the systems of several runs and of the papers, in one table for each dataset."""

from __future__ import annotations

from pathlib import Path

import click

from asmeant.cli import options
from asmeant.cli.compare import print_table
from asmeant.cli.console import say
from asmeant.cli.run_path import RunPath
from asmeant.errors import UsageError
from asmeant.records import to_json
from asmeant.runs import RunFolder

HEADING = """# Leaderboard

Made by `asmeant leaderboard`. A system is a model that was run here, or one of the papers, with the protocol
by which its scores were found. pass@1 and solvability are found by running the code; the other metrics
compare it with references.

"""


@click.command()
@click.argument("run_folders", metavar="RUN...", type=RunPath(), nargs=-1, required=True)
@click.option(
    "--metric",
    "metrics",
    multiple=True,
    callback=options.words,
    help="Default: pass@1, solvability, and the text metrics of the papers on the dataset.",
)
@click.option("--no-published", is_flag=True, help="Leave out the systems of the papers.")
@click.option(
    "--out", "output", type=click.Path(path_type=Path, dir_okay=False), help="Write a page in Markdown."
)
@options.json_option
def leaderboard(
    run_folders: tuple[RunFolder, ...],
    metrics: tuple[str, ...],
    no_published: bool,
    output: Path | None,
    as_json: bool,
) -> None:
    """Print all systems of several runs in one table for each dataset, best first.

    The systems of the papers stand among them, with the protocol by which their scores were found. Systems
    are ordered by the first metric that has a value.

    \b
      asmeant leaderboard runs/*
      asmeant leaderboard runs/* --metric pass@1,bleu --out leaderboard.md
    """
    from asmeant.analysis.leaderboard import board_table, leaderboards
    from asmeant.loaded_run import LoadedRun
    from asmeant.reports.text import to_markdown
    from asmeant.reports.writing import save

    if output and as_json:
        raise UsageError("A leaderboard is written as a page, or printed as JSON. Choose one.")
    boards = leaderboards([LoadedRun(files) for files in run_folders], metrics, not no_published)
    if as_json:
        click.echo(to_json({"leaderboards": boards}))
    elif output:
        save(HEADING + "\n".join(to_markdown(board_table(board)) for board in boards), output)
        say(f"{output}: {sum(len(board.rows) for board in boards)} rows in {len(boards)} tables")
    else:
        for board in boards:
            print_table(board_table(board))
