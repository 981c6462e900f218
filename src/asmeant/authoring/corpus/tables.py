"""Statistics and decisions -> tables, with the paper's own figures beside ours where asked for. Pure."""

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


def corpus_tables(found: Statistics, beside: bool) -> list[Table]:
    """What the paper's Tables 3 to 5 say, of any pairs; `beside` puts its own figures next to them."""
    groups = {
        "Intents (Table 3)": [
            ("pairs", found.pairs),
            ("intents", found.intents),
            ("normalised intents", found.normalised_intents),
            ("words", found.words),
            *_spread("words per intent", found.words_per_intent),
            *_spread("uses per word", found.uses_per_word),
        ],
        "Commands (Table 4)": [
            ("commands", found.commands),
            ("commands that are no Bash", found.unparsed),
            ("templates", found.templates),
            ("tokens", found.tokens),
            *_spread("tokens per command", found.tokens_per_command),
            *_spread("uses per token", found.uses_per_token),
            ("utilities", len(found.utilities)),
            *_spread("uses per utility", found.uses_per_utility),
            ("flags", len(found.flags)),
            *_spread("uses per flag", found.uses_per_flag),
            ("reserved words", len(found.reserved)),
        ],
        "Intents and commands (Table 5)": [
            *_spread("commands per intent", found.commands_per_intent, most=True),
            *_spread("intents per command", found.intents_per_command, most=True),
        ],
    }
    return [_beside(title, rows, beside) for title, rows in groups.items()]


def _spread(name: str, spread: Spread, most: bool = False) -> Iterator[tuple[str, float]]:
    yield f"{name}, mean", spread.mean
    yield f"{name}, median", spread.median
    if most:
        yield f"{name}, most", spread.most


def _beside(title: str, rows: Sequence[tuple[str, float]], beside: bool) -> Table:
    if not beside:
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


def parts_table(parts: Mapping[str, Statistics], beside: bool) -> Table:
    """What the paper's Table 6 says of the parts of a split."""
    rows: list[tuple[Cell, ...]] = []
    for name in ("pairs", "normalised intents", "commands", "templates"):
        rows.append((name, *(_of_part(found, name) for found in parts.values())))
        if beside:
            rows.append((f"{name}, paper", *(published.PARTS.get(part, {}).get(name) for part in parts)))
    return Table("Parts (Table 6)", ("", *parts), tuple(rows))


def _of_part(found: Statistics, name: str) -> int:
    counts = {
        "pairs": found.pairs,
        "normalised intents": found.normalised_intents,
        "commands": found.commands,
        "templates": found.templates,
    }
    return counts[name]


def overlap_table(overlaps: Sequence[Overlap]) -> Table:
    """What parts have in common; the note says whether the split is free of overlap."""
    rows = tuple(
        (f"{one} and {other}", found.intents, found.normalised_intents, found.commands, found.normal_commands)
        for found in overlaps
        for one, other in [found.parts]
    )
    free = not any(found.any for found in overlaps)
    note = "No two parts share an intent or a command." if free else "Parts share intents or commands."
    columns = ("in both", "intents", "normalised intents", "commands", "normal commands")
    return Table("Overlap of the parts", columns, rows, (note,))


def utilities_table(found: Statistics, beside: bool) -> Table:
    """Figure 1: the utilities that most pairs use."""
    top = list(found.utilities.items())[:TOP]
    rest = list(found.utilities.values())[TOP:]
    rows: list[tuple[Cell, ...]] = [(name, count) for name, count in top]
    if rest:
        rows.append((f"{len(rest)} more", sum(rest)))
    columns: tuple[str, ...] = ("utility", "pairs")
    if beside:
        columns = (*columns, "paper")
        rows = [(*row, _paper_count(str(row[0]), len(rest))) for row in rows]
    notes = (f"In one pair alone, and not counted: {', '.join(found.rare)}.",) if found.rare else ()
    return Table("Most used utilities (Figure 1)", columns, tuple(rows), notes)


def _paper_count(name: str, rest: int) -> Cell:
    if name == f"{published.RAREST} more" and rest == published.RAREST:
        return published.PAIRS_OF_RAREST
    return published.UTILITIES.get(name)


def flags_table(found: Statistics, most: int = 20) -> Table:
    """As the paper's Table 13: how many flags a utility has, and how many of them the pairs use."""
    rows = []
    for name, used in list(found.flags_of.items())[:most]:
        known = utility(name)
        rows.append((name, len(known.flags) if known else None, used, found.utilities.get(name, 1)))
    return Table(
        "Flags of utilities (as Table 13)", ("utility", "flags known", "flags used", "pairs"), tuple(rows)
    )


# ── of a filter ────────────────────────────────────────────────────────────────────────────────────


def reasons_table(decisions: Sequence[Decision]) -> Table:
    """How many pairs are kept, and for which reasons others are not."""
    kept = sum(item.kept for item in decisions)
    counts = Counter(item.reason for item in decisions if not item.kept)
    rows = (("kept", kept), *counts.most_common())
    return Table(f"{kept:,} of {len(decisions):,} pairs kept", ("", "pairs"), rows)


def agreement_tables(found: Agreement) -> list[Table]:
    """How far a filter agrees with the paper's rows, and why not."""
    sides = {"only we keep": found.they_drop, "only the paper keeps": found.we_drop}
    rows = (
        ("both keep", found.both_keep),
        ("both drop", found.both_drop),
        *((side, len(items)) for side, items in sides.items()),
    )
    why = tuple(
        (side, reason, count)
        for side, items in sides.items()
        for reason, count in Counter(item.reason for item in items).most_common()
    )
    note = (f"The same decision for {100 * found.share:.1f} % of the rows.",)
    return [
        Table("Compared with the published rows", ("", "pairs"), rows, note),
        Table("Why they differ", ("", "reason", "pairs"), why),
    ]
