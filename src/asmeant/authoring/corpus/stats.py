"""Pairs -> Statistics: how many intents, words, commands, templates, utilities and flags, how often. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
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
    """The mean, the median and the maximum of counts."""

    mean: float
    median: float
    most: int


@dataclass(frozen=True, slots=True)
class Statistics:
    """Statistics of pairs. `unparsed` commands count as commands, but nothing else of them is counted."""

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
    rare: Mapping[str, int]  # utilities that only one pair uses, which are not counted
    flags: Mapping[str, int]  # -> pairs that use it, whatever the utility
    flags_of: Mapping[str, int]  # utility -> different flags of it
    reserved: Mapping[str, int]  # -> pairs that use it


def statistics(pairs: Sequence[Pair]) -> Statistics:
    commands = {pair.command for pair in pairs}
    known = {command: features for command in commands if (features := _features(command))}
    all_features = [known[pair.command] for pair in pairs if pair.command in known]
    words = [list(intent_words(pair.intent)) for pair in pairs]
    word_uses = Counter(chain.from_iterable(words))
    tokens = Counter(token for features in all_features for token in features.tokens)
    utility_uses = _ranked(name for features in all_features for name in set(features.utilities))
    utilities = {name: count for name, count in utility_uses.items() if count > 1}
    uses = Counter(name for features in all_features for name in features.utilities)
    return Statistics(
        pairs=len(pairs),
        intents=len({pair.intent for pair in pairs}),
        normalised_intents=len({normalised_intent(pair.intent) for pair in pairs}),
        words=len(word_uses),
        words_per_intent=_spread(map(len, words)),
        uses_per_word=_spread(word_uses.values()),
        commands=len(commands),
        unparsed=len(commands - known.keys()),
        templates=len({features.template for features in all_features}),
        tokens=len(tokens),
        tokens_per_command=_spread(len(features.tokens) for features in all_features),
        uses_per_token=_spread(tokens.values()),
        commands_per_intent=_spread(_partners((pair.intent, pair.command) for pair in pairs)),
        intents_per_command=_spread(_partners((pair.command, pair.intent) for pair in pairs)),
        uses_per_utility=_spread(uses[name] for name in utilities),
        uses_per_flag=_spread(
            Counter(flag for features in all_features for _, flag in features.flags).values()
        ),
        utilities=utilities,
        rare={name: count for name, count in utility_uses.items() if count == 1},
        flags=_ranked(name for features in all_features for name in {flag for _, flag in features.flags}),
        flags_of=_ranked(
            utility for utility, _ in {flag for features in all_features for flag in features.flags}
        ),
        reserved=_ranked(name for features in all_features for name in features.reserved),
    )


def intent_words(intent: str) -> Iterator[str]:
    """The words and constants of an intent, with correct spelling and without stop words. Case is kept."""
    for token in intent_tokens(intent):
        lower = token.value.lower()
        if token.is_constant:
            yield token.value
        elif lower not in STOP_WORDS:
            right = respelt(lower)
            yield token.value if right == lower else right


def _spread(counts: Iterable[int]) -> Spread:
    values = list(counts) or [0]
    return Spread(fmean(values), median(values), max(values))


def _partners(couples: Iterable[tuple[str, str]]) -> Iterable[int]:
    """The number of different right sides of each left side."""
    return Counter(left for left, _ in set(couples)).values()


def _ranked(names: Iterable[str]) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda item: (-item[1], item[0])))


# ── one command ────────────────────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class _CommandFeatures:
    template: str
    tokens: tuple[str, ...]
    utilities: tuple[str, ...]
    flags: tuple[tuple[str, str], ...]  # with the utility that each belongs to
    reserved: frozenset[str]


def _features(command: str) -> _CommandFeatures | None:
    try:
        understood = understand(command)
    except BashSyntaxError:
        return None
    # sudo and unknown programs do not count as utilities.
    calls = [call for call in tree.calls(understood) if call.known and call.name != "sudo"]
    return _CommandFeatures(
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
    """Operators of the shell, and of the expressions of utilities such as find."""
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
