"""corpus: filter, clean, split and count pairs of intents and commands, and make starting trees for them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import click

from asmeant.cli import numbers, options
from asmeant.cli.corpus_files import keep_apart, pairs_named, parts_named, say
from asmeant.cli.ground import ground
from asmeant.cli.groups import Group
from asmeant.errors import UsageError
from asmeant.tables import Table

source_options = options.combine(
    click.argument("pairs", nargs=-1, metavar="PAIRS..."),
    options.data_option,
)
out_file = click.option(
    "-o", "--out", type=click.Path(path_type=Path, dir_okay=False), help="Write pairs here, as JSONL."
)
published_option = click.option(
    "--as-published", is_flag=True, help="Use the rows of the released files that the paper NL2Bash uses."
)


@click.group(cls=Group)
def corpus() -> None:
    """Filter, clean, split and count pairs of intents and commands, as the paper NL2Bash does.

    PAIRS is a file (JSONL, CSV or TSV with 'intent' and 'command'), two files whose lines belong together,
    or a dataset with commands.

    \b
      asmeant corpus clean all.nl all.cm -o clean.jsonl --changes changes.jsonl
      asmeant corpus filter clean.jsonl -o kept.jsonl --dropped dropped.jsonl
      asmeant corpus split kept.jsonl -o parts
      asmeant corpus stats parts
      asmeant corpus stats nl2bash --as-published
      asmeant corpus ground nl2bash:test -o grounded
    """


@corpus.command("filter")
@source_options
@out_file
@click.option(
    "--dropped",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write each dropped pair here, with its reason.",
)
@click.option(
    "--scope",
    type=click.Choice(["paper", "released"]),
    default="paper",
    show_default=True,
    help="What is out of scope: what the paper's Table 2 says, or what the released rows show.",
)
@click.option(
    "--utilities",
    type=numbers.Whole(1, 1_000_000),
    default=100,
    show_default=True,
    help="Keep this many of the most used utilities, with ties.",
)
@click.option(
    "--words",
    type=numbers.Whole(1, 1_000_000),
    default=50,
    show_default=True,
    help="Maximum number of words in an intent.",
)
@published_option
@click.option(
    "--compare-published", is_flag=True, help="Report how far this agrees with the paper's own rows."
)
@click.option(
    "--disagreements",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write each row here that only asmeant or only the paper keeps, with the reason. Also compares.",
)
@options.json_option
def filter_(
    pairs: tuple[str, ...],
    data: Path | None,
    out: Path | None,
    dropped: Path | None,
    scope: str,
    utilities: int,
    words: int,
    as_published: bool,
    compare_published: bool,
    disagreements: Path | None,
    as_json: bool,
) -> None:
    """Keep pairs that fit a corpus of one-line commands; give the reason for each dropped pair."""
    from asmeant.authoring.corpus.as_published import published_pairs
    from asmeant.authoring.corpus.filter import Decision, Rules, compare, decide
    from asmeant.authoring.corpus.pairs import write_lines, write_pairs
    from asmeant.authoring.corpus.tables import agreement_tables, reasons_table
    from asmeant.datasets.nl2bash import published_rows

    compared = compare_published or disagreements is not None
    keep_apart(pairs, out, dropped, disagreements)
    corpus_pairs = pairs_named(pairs, data, released=as_published or compared)
    if as_published:
        if compared:
            raise UsageError(
                "--as-published is what the paper did, so there is nothing to compare. Leave one out."
            )
        paper_rows = {pair.row for pair in published_pairs(corpus_pairs)}
        decisions = [
            Decision(pair, "" if pair.row in paper_rows else "not in the paper") for pair in corpus_pairs
        ]
    else:
        decisions = decide(corpus_pairs, Rules(scope, words, utilities))
    if out:
        write_pairs(out, (item.pair for item in decisions if item.kept))
    if dropped:
        rows = ({**item.pair.as_json(), "reason": item.reason, "detail": item.detail}
                for item in decisions if not item.kept)  # fmt: skip
        write_lines(dropped, rows)
    tables = [reasons_table(decisions)]
    if compared:
        agreement = compare(decisions, frozenset(published_rows("filtered")))
        tables += agreement_tables(agreement)
        if disagreements:
            write_lines(disagreements, agreement.rows())
    say(tables, as_json)


@corpus.command()
@source_options
@out_file
@click.option(
    "--changes",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Write each change here, and each pair of constants that differ.",
)
@options.json_option
def clean(
    pairs: tuple[str, ...], data: Path | None, out: Path | None, changes: Path | None, as_json: bool
) -> None:
    """Remove prompts, sudo and utility paths from commands, and correct misspelt words, but no constants.

    Constants that differ between intent and command are listed, not changed. The output keeps the originals.
    """
    from asmeant.authoring.corpus.clean import clean as cleaned
    from asmeant.authoring.corpus.pairs import write_lines, write_pairs

    keep_apart(pairs, out, changes)
    cleaned_pairs = list(cleaned(pairs_named(pairs, data)))
    if out:
        write_pairs(out, (item.pair for item in cleaned_pairs))
    if changes:
        write_lines(changes, (line for item in cleaned_pairs for line in item.lines()))
    counts = Counter(line["kind"] for item in cleaned_pairs for line in item.lines())
    changed = sum(bool(item.changes) for item in cleaned_pairs)
    title = f"{changed:,} of {len(cleaned_pairs):,} pairs changed"
    say([Table(title, ("", "pairs"), tuple(counts.most_common()))], as_json)


@corpus.command()
@source_options
@click.option(
    "-o", "--out", type=click.Path(path_type=Path, file_okay=False), required=True,
    help="Write train.jsonl, dev.jsonl and test.jsonl into this folder.",
)  # fmt: skip
@click.option("--shares", default="10:1:1", show_default=True, help="Shares of train, dev and test.")
@click.option(
    "--seed", type=numbers.SEED, default=0, show_default=True, help="The same seed gives the same split."
)
@published_option
@options.json_option
def split(
    pairs: tuple[str, ...],
    data: Path | None,
    out: Path,
    shares: str,
    seed: int,
    as_published: bool,
    as_json: bool,
) -> None:
    """Split pairs into train, dev and test that share no intent and no command, however they are worded."""
    from random import Random

    from asmeant.authoring.corpus.as_published import published_split
    from asmeant.authoring.corpus.pairs import write_pairs
    from asmeant.authoring.corpus.split import SPLITS, overlaps
    from asmeant.authoring.corpus.split import split as divided
    from asmeant.authoring.corpus.tables import overlap_table

    keep_apart(pairs, *(out / f"{part}.jsonl" for part in SPLITS))
    corpus_pairs = pairs_named(pairs, data, released=as_published)
    if as_published:
        splits = published_split(corpus_pairs)
    else:
        splits = divided(corpus_pairs, Random(seed), _shares(shares))
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be made: {error.strerror}. Name another folder for --out.") from error
    for name, members in splits.items():
        write_pairs(out / f"{name}.jsonl", members)
    total = sum(map(len, splits.values()))
    rows = tuple((name, len(part)) for name, part in splits.items())
    sizes = Table(f"{total:,} pairs split", ("", "pairs"), rows)
    say([sizes, overlap_table(overlaps(splits))], as_json)


def _shares(text: str) -> tuple[int, ...]:
    words = text.split(":")
    if len(words) != 3 or not all(word.isdecimal() for word in words) or not any(map(int, words)):
        raise UsageError(f"The shares are '{text}'. Write them as three whole numbers: 10:1:1")
    return tuple(map(int, words))


@corpus.command()
@source_options
@published_option
@click.option("--markdown", is_flag=True, help="Print Markdown.")
@click.option(
    "--plot", type=click.Path(path_type=Path, dir_okay=False), help="Draw Figure 1 into this SVG file."
)
@options.json_option
def stats(
    pairs: tuple[str, ...],
    data: Path | None,
    as_published: bool,
    markdown: bool,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Count pairs as in the paper's Tables 3 to 6 and 13 and its Figure 1.

    PAIRS may also be a folder that 'asmeant corpus split' wrote: then its parts are compared, too.
    With --as-published the paper's own figures are shown, too.
    """
    from asmeant.authoring.corpus.as_published import published_split
    from asmeant.authoring.corpus.split import overlaps
    from asmeant.authoring.corpus.stats import statistics
    from asmeant.authoring.corpus.tables import (
        corpus_tables,
        flags_table,
        overlap_table,
        splits_table,
        utilities_table,
    )

    splits = published_split(pairs_named(pairs, data, released=True)) if as_published else parts_named(pairs)
    everything = [pair for part in splits.values() for pair in part] if splits else pairs_named(pairs, data)
    totals = statistics(everything)
    tables = corpus_tables(totals, as_published)
    if splits:
        tables.append(splits_table({name: statistics(part) for name, part in splits.items()}, as_published))
        tables.append(overlap_table(overlaps(splits)))
    tables += [utilities_table(totals, as_published), flags_table(totals)]
    say(tables, as_json, markdown)
    if plot:
        _draw(plot, dict(list(totals.utilities.items())[:50]))


def _draw(place: Path, counts: Mapping[str, int]) -> None:
    from asmeant.authoring.corpus.figure import log_bars

    try:
        place.write_text(log_bars("Most used utilities", counts, "pairs"), "utf-8")
    except OSError as error:
        raise UsageError(
            f"{place} cannot be written: {error.strerror}. Name another place for --plot."
        ) from error


corpus.add_command(ground)
