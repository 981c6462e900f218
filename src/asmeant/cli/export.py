"""export: writes runs as a folder of web pages that open from disk."""

from __future__ import annotations

from pathlib import Path

import click

from asmeant.cli.console import progress
from asmeant.cli.run_path import RunPath
from asmeant.errors import UsageError
from asmeant.runs import RunFolder


@click.command()
@click.argument("run_folders", metavar="RUN...", type=RunPath(), nargs=-1, required=True)
@click.option(
    "--out",
    "folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("export"),
    show_default=True,
    help="Write the pages into this new folder.",
)
@click.option(
    "--language",
    type=click.Choice(["en", "es", "ja", "ru"]),
    default="en",
    show_default=True,
    help="The language of the interface.",
)
def export(run_folders: tuple[RunFolder, ...], folder: Path, language: str) -> None:
    """Write the pages of `asmeant serve` as files, to send them or to put them on any file server.

    Open index.html in a browser: nothing needs to run. Runs of the same dataset are also compared.

    \b
      asmeant export runs/mine --out pages
      asmeant export runs/mine runs/other --out pages --language ja
    """
    try:
        from asmeant.web.export import Export
    except ImportError as error:
        raise UsageError(f"asmeant export needs {error.name}: pip install 'asmeant[web]'") from error

    pages = Export(run_folders, folder, language)
    with progress("written", len(pages), 0, quiet=False) as bar:
        for _ in pages.write():
            bar.advance()
    click.echo(f"Open {folder / 'index.html'}")
