"""What the commands of `corpus` share: arguments -> pairs, and tables -> output."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from asmeant.cli.console import terminal
from asmeant.errors import UsageError
from asmeant.records import to_json
from asmeant.tables import Table

if TYPE_CHECKING:
    from asmeant.authoring.corpus.pairs import Pair


def pairs_named(words: Sequence[str], data: Path | None, released: bool = False) -> list[Pair]:
    """The pairs of files or of a dataset. With `released`, they must be those of the NL2Bash release."""
    from asmeant.authoring.corpus.pairs import pairs_of, read_pairs
    from asmeant.datasets import load_tasks
    from asmeant.datasets.nl2bash import require_released

    words = words or (("nl2bash",) if released else ())
    if not words:
        raise UsageError(
            "No pairs were named. Name a file of pairs, two files (all.nl all.cm), or a dataset."
        )
    if len(words) == 1 and not Path(words[0]).exists() and not Path(words[0]).suffix:
        pairs = list(pairs_of(load_tasks(words[0], data=data)))
        if released and words[0] not in ("nl2bash", "nl2bash:all"):
            raise UsageError(
                f"The paper's rows are those of the whole release, not of {words[0]}. Use: nl2bash"
            )
        if not pairs:
            raise UsageError(f"{words[0]} has no tasks in Bash with a reference. Name another dataset.")
        return pairs
    if released:
        if len(words) != 2:
            raise UsageError("The paper's rows are those of the released files. Name both: all.nl all.cm")
        require_released(Path(words[0]), Path(words[1]))
    return read_pairs([Path(word) for word in words])


def keep_apart(words: Sequence[str], *places: Path | None) -> None:
    """Refuses to overwrite a file that is read, or that another option writes."""
    paths = {Path(word).resolve() for word in words}
    for place in places:
        if place is not None and place.resolve() in paths:
            raise UsageError(
                f"{place} is read or written already, and would be lost. Name another file for the output."
            )
        paths |= {place.resolve()} if place is not None else set()


def parts_named(words: Sequence[str]) -> dict[str, list[Pair]]:
    """The parts in a folder that `split` wrote; none if it is not such a folder."""
    from asmeant.authoring.corpus.pairs import read_pairs
    from asmeant.authoring.corpus.split import SPLITS

    if len(words) != 1 or not Path(words[0]).is_dir():
        return {}
    files = {part: Path(words[0]) / f"{part}.jsonl" for part in SPLITS}
    # With few pairs, a part may be empty.
    filled = {part: not path.exists() or path.stat().st_size > 0 for part, path in files.items()}
    return {part: read_pairs([path]) if filled[part] else [] for part, path in files.items()}


def say(tables: Iterable[Table], as_json: bool, markdown: bool = False) -> None:
    from asmeant.reports import to_markdown, to_rich

    if as_json:
        click.echo(
            to_json(
                [{"title": table.title, "rows": _objects(table), "notes": table.notes} for table in tables]
            )
        )
    elif markdown:
        click.echo("\n".join(map(to_markdown, tables)).rstrip())
    else:
        for table in tables:
            click.secho(table.title, bold=True)  # not wrapped to the width of a narrow table
            terminal().print(to_rich(replace(table, title="")))


def _objects(table: Table) -> list[dict[str, Any]]:
    return [
        {name or "name": cell for name, cell in zip(table.columns, row, strict=True)} for row in table.rows
    ]
