"""author check: checks an intent and its code by the guidelines for pairs."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from asmeant.cli import options
from asmeant.cli.console import visible
from asmeant.records import to_json

if TYPE_CHECKING:
    from asmeant.authoring.describing.remarks import Remark
    from asmeant.authoring.guidelines import KnownPair


@click.command("check")
@click.argument("intent")
@click.argument("code")
@click.option(
    "--lang", "language", default="", help="The language that the intent should have: en, es, ja, ru."
)
@click.option(
    "--to",
    "code_language",
    type=click.Choice(["python", "bash"]),
    default="python",
    show_default=True,
    help="The programming language.",
)
@click.option("--against", help="Also list pairs of this dataset that say the same.")
@options.data_option
@options.json_option
def check(
    intent: str,
    code: str,
    language: str,
    code_language: str,
    against: str | None,
    data: Path | None,
    as_json: bool,
) -> None:
    """Check an INTENT and its CODE by the guidelines of MCoNaLa (Python) or NL2Bash (Bash).

    Names belong in backquotes, literals in quotes, and the intent mentions both; it is one sentence. A
    command must parse, and have the constants of its intent. The exit status is 1 if there are remarks.

    \b
      asmeant author check "sort list xs" "sorted(xs)"
      asmeant author check "find files named a.txt" "find . -name b.txt" --to bash
    """
    from asmeant.authoring.guidelines import PairRemarks, check_pair, duplicates

    remarks = check_pair(intent, code, language, code_language)
    repeated = duplicates(intent, code, _known_pairs(against, data), code_language)
    remarks = PairRemarks((*remarks.intent, *repeated), remarks.code)
    if as_json:
        click.echo(to_json({"intent": remarks.intent, "code": remarks.code}))
    else:
        _print(remarks.intent, intent)
        _print(remarks.code, code)
        click.echo("There are no remarks." if not remarks else "", nl=not remarks)
    sys.exit(1 if remarks else 0)


def _known_pairs(dataset: str | None, data: Path | None) -> Iterator[KnownPair]:
    from asmeant.authoring.guidelines import KnownPair
    from asmeant.datasets import load_tasks

    for task in load_tasks(dataset, data=data) if dataset else ():
        for code in task.references:
            yield KnownPair(task.id, task.intent, code)


def _print(remarks: Sequence[Remark], text: str) -> None:
    for remark in remarks:
        is_whole_text = remark.end - remark.start >= len(text)
        where = (
            ""
            if is_whole_text
            else f" ({remark.start + 1}-{remark.end}: {visible(text[remark.start : remark.end])})"
        )
        click.echo(f"{click.style(remark.rule, fg='red')}{where}: {visible(remark.message)}")
        if remark.proposal:
            click.echo(f"  {click.style('proposal', fg='green')}: {visible(remark.proposal)}")
