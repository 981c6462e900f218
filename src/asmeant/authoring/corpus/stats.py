"""Pairs -> Statistics: how many intents, words, commands, templates, utilities and flags, how often. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from asmeant.authoring.corpus.pairs import Pair
from asmeant.languages.bash import BashSyntaxError
from asmeant.languages.bash import command as tree
from asmeant.languages.bash.template import template_of
from asmeant.languages.bash.understanding import understand
from asmeant.languages.natural import intent_tokens, normalised_intent
from asmeant.languages.natural.intents import STOP_WORDS
from asmeant.languages.natural.spelling import respelt


@dataclass(frozen=True, slots=True)
class Spread:
    """Of counts: their mean, their median, and the largest."""

    mean: float
    median: float
    most: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Of pairs, as they were given. Of `unparsed` commands nothing is known but that they are there."""

    pairs: int
    intents: int
    normalised_intents: int
    words: int
    words_per_intent: Spread
    uses_per_word: Spread
    commands: int
    unparsed: int
    templates: int
    tokens: int
    tokens_per_command: Spread
    uses_per_token: Spread
    commands_per_intent: Spread
    intents_per_command: Spread
    uses_per_utility: Spread
    uses_per_flag: Spread
    utilities: Mapping[str, int]  # -> pairs that use it
    rare: Mapping[str, int]  # utilities that one pair alone uses: too few to call it part of the corpus
    flags: Mapping[str, int]  # -> pairs that use it, whatever the utility
    flags_of: Mapping[str, int]  # utility -> different flags of it
    reserved: Mapping[str, int]  # -> pairs that use it


def statistics(pairs: Sequence[Pair]) -> Statistics:
    commands = {pair.command for pair in pairs}
    known = {command: look for command in commands if (look := _look(command))}
    looks = [known[pair.command] for pair in pairs if pair.command in known]
    words = [list(intent_words(pair.intent)) for pair in pairs]
    word_uses = Counter(word for found in words for word in found)
    tokens = Counter(token for look in looks for token in look.tokens)
    found = _ranked(name for look in looks for name in set(look.utilities))
    utilities = {name: count for name, count in found.items() if count > 1}
    uses = Counter(name for look in looks for name in look.utilities)
    return Statistics(
        pairs=len(pairs),
        intents=len({pair.intent for pair in pairs}),
        normalised_intents=len({normalised_intent(pair.intent) for pair in pairs}),
        words=len(word_uses),
        words_per_intent=_spread(map(len, words)),
        uses_per_word=_spread(word_uses.values()),
        commands=len(commands),
        unparsed=len(commands - known.keys()),
        templates=len({look.template for look in looks}),
        tokens=len(tokens),
        tokens_per_command=_spread(len(look.tokens) for look in looks),
        uses_per_token=_spread(tokens.values()),
        commands_per_intent=_spread(_partners((pair.intent, pair.command) for pair in pairs)),
        intents_per_command=_spread(_partners((pair.command, pair.intent) for pair in pairs)),
        uses_per_utility=_spread(uses[name] for name in utilities),
        uses_per_flag=_spread(Counter(flag for look in looks for _, flag in look.flags).values()),
        utilities=utilities,
        rare={name: count for name, count in found.items() if count == 1},
        flags=_ranked(name for look in looks for name in {flag for _, flag in look.flags}),
        flags_of=_ranked(utility for utility, _ in {flag for look in looks for flag in look.flags}),
        reserved=_ranked(name for look in looks for name in look.reserved),
    )


def intent_words(intent: str) -> Iterator[str]:
    """The words and constants of an intent, put right, in their own case, without those that say nothing."""
    for token in intent_tokens(intent):
        lower = token.value.lower()
        if token.is_constant:
            yield token.value
        elif lower not in STOP_WORDS:
            right = respelt(lower)
            yield token.value if right == lower else right


def _spread(counts: Iterable[int]) -> Spread:
    found = list(counts) or [0]
    return Spread(fmean(found), median(found), max(found))


def _partners(couples: Iterable[tuple[str, str]]) -> Iterable[int]:
    """How many different partners each left side has."""
    return Counter(left for left, _ in set(couples)).values()


def _ranked(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


# ── of one command ─────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _Look:
    template: str
    tokens: tuple[str, ...]
    utilities: tuple[str, ...]
    flags: tuple[tuple[str, str], ...]  # with the utility that each belongs to
    reserved: frozenset[str]


def _look(command: str) -> _Look | None:
    try:
        understood = understand(command)
    except BashSyntaxError:
        return None
    # sudo lends its power to another; what we know nothing of may be anybody's program, and no utility.
    calls = [call for call in tree.calls(understood) if call.known and call.name != "sudo"]
    return _Look(
        template=template_of(understood),
        tokens=tuple(_tokens(understood)),
        utilities=tuple(call.name for call in calls),
        flags=tuple((call.name, flag.name) for call in calls for flag in call.flags if flag.known),
        reserved=frozenset(_reserved(understood)),
    )


def _tokens(understood: tree.Node) -> Iterator[str]:
    """Utilities, flags, arguments and operators, in the order of the tree."""
    for node in tree.walk(understood):
        match node:
            case tree.Call() if node.name:
                yield node.name
            case tree.Flag():
                yield node.name
            case tree.Argument() if not node.inner and node.type != "Program":
                yield node.text
    yield from _reserved(understood)


def _reserved(understood: tree.Node) -> Iterator[str]:
    """Operators of the shell, and those of utilities' own expressions."""
    for node in tree.walk(understood):
        match node:
            case tree.Operator():
                yield node.text
            case tree.Pipe() | tree.Logic():
                yield from node.operators
            case tree.Inner() if node.kind != "script":
                yield node.kind
            case tree.Argument() if node.text.strip("\"'") == "{}":
                yield "{}"
