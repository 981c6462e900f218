"""Statistics and decisions -> tables, on request with a column for the figures of the paper. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from asmeant.authoring.corpus import published
from asmeant.authoring.corpus.filter import Agreement, Decision
from asmeant.authoring.corpus.split import Overlap
from asmeant.authoring.corpus.stats import Spread, Statistics
from asmeant.languages.bash.knowledge import utility
from asmeant.tables import Cell, Table

TOP = 50


def corpus_tables(statistics: Statistics, with_paper: bool) -> list[Table]:
    """Tables 3 to 5 of the paper, for any pairs; `with_paper` adds the paper's own figures."""
    groups = {
        "Intents (Table 3)": [
            ("pairs", statistics.pairs),
            ("intents", statistics.intents),
            ("normalised intents", statistics.normalised_intents),
            ("words", statistics.words),
            *_spread("words per intent", statistics.words_per_intent),
            *_spread("uses per word", statistics.uses_per_word),
        ],
        "Commands (Table 4)": [
            ("commands", statistics.commands),
            ("commands that are no Bash", statistics.unparsed),
            ("templates", statistics.templates),
            ("tokens", statistics.tokens),
            *_spread("tokens per command", statistics.tokens_per_command),
            *_spread("uses per token", statistics.uses_per_token),
            ("utilities", len(statistics.utilities)),
            *_spread("uses per utility", statistics.uses_per_utility),
            ("flags", len(statistics.flags)),
            *_spread("uses per flag", statistics.uses_per_flag),
            ("reserved words", len(statistics.reserved)),
        ],
        "Intents and commands (Table 5)": [
            *_spread("commands per intent", statistics.commands_per_intent, most=True),
            *_spread("intents per command", statistics.intents_per_command, most=True),
        ],
    }
    return [_table(title, rows, with_paper) for title, rows in groups.items()]


def _spread(name: str, spread: Spread, most: bool = False) -> Iterator[tuple[str, float]]:
    yield f"{name}, mean", spread.mean
    yield f"{name}, median", spread.median
    if most:
        yield f"{name}, most", spread.most


def _table(title: str, rows: Sequence[tuple[str, float]], with_paper: bool) -> Table:
    if not with_paper:
        return Table(title, ("", "here"), tuple((name, _number(value)) for name, value in rows))
    lines = tuple((name, _number(value), _paper(name)) for name, value in rows)
    differing = [
        name for name, value in rows if name in published.WHY and value != published.CORPUS.get(name)
    ]
    return Table(
        title, ("", "here", "paper"), lines, tuple(f"{name}: {published.WHY[name]}" for name in differing)
    )


def _paper(name: str) -> Cell:
    value = published.CORPUS.get(name)
    return None if value is None else _number(value)


def _number(value: float) -> Cell:
    return int(value) if value == int(value) else round(value, 2)


def splits_table(splits: Mapping[str, Statistics], with_paper: bool) -> Table:
    """Table 6 of the paper: the sizes of the splits."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("pairs", "normalised intents", "commands", "templates"):
        rows.append((name, *(_of_split(statistics, name) for statistics in splits.values())))
        if with_paper:
            rows.append((f"{name}, paper", *(published.SPLITS.get(split, {}).get(name) for split in splits)))
    return Table("Parts (Table 6)", ("", *splits), tuple(rows))


def _of_split(statistics: Statistics, name: str) -> int:
    counts = {
        "pairs": statistics.pairs,
        "normalised intents": statistics.normalised_intents,
        "commands": statistics.commands,
        "templates": statistics.templates,
    }
    return counts[name]


def overlap_table(overlaps: Sequence[Overlap]) -> Table:
    """What the splits have in common. The note says whether there is an overlap."""
    rows = tuple(
        (
            f"{first_split} and {second_split}",
            overlap.intents,
            overlap.normalised_intents,
            overlap.commands,
            overlap.normal_commands,
        )
        for overlap in overlaps
        for first_split, second_split in [overlap.splits]
    )
    free = not any(overlap.any for overlap in overlaps)
    note = "No two parts share an intent or a command." if free else "Parts share intents or commands."
    columns = ("in both", "intents", "normalised intents", "commands", "normal commands")
    return Table("Overlap of the parts", columns, rows, (note,))


def utilities_table(statistics: Statistics, with_paper: bool) -> Table:
    """Figure 1: the utilities that most pairs use."""
    top = list(statistics.utilities.items())[:TOP]
    rest = list(statistics.utilities.values())[TOP:]
    rows: list[tuple[Cell, ...]] = [(name, count) for name, count in top]
    if rest:
        rows.append((f"{len(rest)} more", sum(rest)))
    columns: tuple[str, ...] = ("utility", "pairs")
    if with_paper:
        columns = (*columns, "paper")
        rows = [(*row, _paper_count(str(row[0]), len(rest))) for row in rows]
    notes = (f"In one pair alone, and not counted: {', '.join(statistics.rare)}.",) if statistics.rare else ()
    return Table("Most used utilities (Figure 1)", columns, tuple(rows), notes)


def _paper_count(name: str, rest: int) -> Cell:
    if name == f"{published.RAREST} more" and rest == published.RAREST:
        return published.PAIRS_OF_RAREST
    return published.UTILITIES.get(name)


def flags_table(statistics: Statistics, most: int = 20) -> Table:
    """As the paper's Table 13: how many flags a utility has, and how many of them the pairs use."""
    rows = []
    for name, used in list(statistics.flags_of.items())[:most]:
        known = utility(name)
        rows.append((name, len(known.flags) if known else None, used, statistics.utilities.get(name, 1)))
    return Table(
        "Flags of utilities (as Table 13)", ("utility", "flags known", "flags used", "pairs"), tuple(rows)
    )


# ── of a filter ────────────────────────────────────────────────────────────────────────────────────


def reasons_table(decisions: Sequence[Decision]) -> Table:
    """How many pairs are kept, and the reasons for dropping the others."""
    kept = sum(item.kept for item in decisions)
    counts = Counter(item.reason for item in decisions if not item.kept)
    rows = (("kept", kept), *counts.most_common())
    return Table(f"{kept:,} of {len(decisions):,} pairs kept", ("", "pairs"), rows)


def agreement_tables(agreement: Agreement) -> list[Table]:
    """How far a filter agrees with the paper, and why the decisions differ."""
    sides = {"only we keep": agreement.they_drop, "only the paper keeps": agreement.we_drop}
    rows = (
        ("both keep", agreement.both_keep),
        ("both drop", agreement.both_drop),
        *((side, len(items)) for side, items in sides.items()),
    )
    reasons = tuple(
        (side, reason, count)
        for side, items in sides.items()
        for reason, count in Counter(item.reason for item in items).most_common()
    )
    note = (f"The same decision for {100 * agreement.share:.1f} % of the rows.",)
    return [
        Table("Compared with the published rows", ("", "pairs"), rows, note),
        Table("Why they differ", ("", "reason", "pairs"), reasons),
    ]
