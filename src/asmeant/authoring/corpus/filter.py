"""Pairs -> Decisions: which pairs a corpus of one-line commands keeps, and why the others are dropped.

As in NL2Bash, sections 3.2 and 3.3. The first reason that applies is reported, in this order:

| reason | the pair is dropped when |
|---|---|
| `empty` | its intent or its command is empty |
| `long intent` | its intent has more than 50 words |
| `no Bash` | its command cannot be parsed |
| a construct | its command is out of scope: see `SCOPES` |
| `other language` | it runs an interpreter of another language, such as awk |
| `interactive` | it runs an interactive program: an editor, a pager |
| `session` | it only changes the current shell session |
| `package manager` | it runs one |
| `rare utility` | it runs a utility that is not among the 100 most used, with ties |
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from asmeant.authoring.corpus.pairs import Pair
from asmeant.languages.bash import BashSyntaxError, parse, syntax
from asmeant.languages.bash.command import Argument, Call, Inner, Node, calls, walk
from asmeant.languages.bash.understanding import Understanding

_NAME = re.compile(r"[\w.+\[-]+")
LONGEST_INTENT = 50
MOST_UTILITIES = 100

# `paper` is Table 2 of the paper. `released` is what the released rows really exclude: they include
# assignments, but not logical connectives, which Table 2 has in scope.
_ALWAYS = frozenset(
    {"redirection", "compound statement", "several statements", "arithmetic", "quoted script", "own program"}
)
SCOPES = {
    "paper": _ALWAYS | {"assignment"},
    "released": _ALWAYS | {"logical connective", "subshell", "timed"},
}

KINDS = {
    "other language": {"awk", "sed", "perl", "python", "ruby", "java", "cpp", "g++"},
    "interactive": {"nano", "emacs", "vim", "less", "more", "screen", "tmux"},
    "session": {
        "alias", "unalias", "set", "unset", "source", "export", "shift", "true", "false", "pushd", "popd",
    },
    "package manager": {"brew", "yum", "apt-get"},
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Rules:
    scope: str = "paper"
    longest_intent: int = LONGEST_INTENT
    utilities: int = MOST_UTILITIES


DEFAULT = Rules()


@dataclass(frozen=True, slots=True)
class Decision:
    """`reason` is empty if the pair is kept. `detail` names the utility or the syntax error."""

    pair: Pair
    reason: str = ""
    detail: str = ""

    @property
    def kept(self) -> bool:
        return not self.reason


def decide(pairs: Sequence[Pair], rules: Rules = DEFAULT) -> list[Decision]:
    """One decision for each pair. Needs two passes: the first counts the utilities."""
    first_pass = [_first_pass(pair, rules) for pair in pairs]
    frequent_utilities = frequent(
        (item.utilities for item in first_pass if not item.decision.reason), rules.utilities
    )
    return [_second_pass(item, frequent_utilities) for item in first_pass]


def frequent(uses: Iterator[frozenset[str]], most: int) -> frozenset[str]:
    """The `most` frequent utilities, including ties."""
    counts = Counter(name for names in uses for name in names)
    ranked = sorted(counts.values(), reverse=True)
    least = ranked[most - 1] if len(ranked) >= most else 0
    return frozenset(name for name, count in counts.items() if count >= least)


@dataclass(frozen=True, slots=True)
class _FirstPass:
    decision: Decision
    utilities: frozenset[str] = frozenset()


def _first_pass(pair: Pair, rules: Rules) -> _FirstPass:
    if not pair.intent.strip() or not pair.command.strip():
        return _FirstPass(Decision(pair, "empty", "intent" if pair.command.strip() else "command"))
    words = len(pair.intent.split())
    if words > rules.longest_intent:
        return _FirstPass(Decision(pair, "long intent", f"{words} words"))
    try:
        used = read(pair.command)
    except BashSyntaxError as error:
        return _FirstPass(Decision(pair, "no Bash", str(error)))
    if out := sorted(used.constructs & SCOPES[rules.scope]):
        return _FirstPass(Decision(pair, out[0], ", ".join(out[1:])))
    for reason, members in KINDS.items():
        if names := sorted(used.utilities & members):
            return _FirstPass(Decision(pair, reason, ", ".join(names)))
    return _FirstPass(Decision(pair), used.utilities)


def _second_pass(first: _FirstPass, common_utilities: frozenset[str]) -> Decision:
    rare = sorted(first.utilities - common_utilities)
    return Decision(first.decision.pair, "rare utility", ", ".join(rare)) if rare else first.decision


@dataclass(frozen=True, slots=True)
class Used:
    """The utilities of a command, nested ones included, and its constructs beyond pipes and substitutions.

    Programs in variables (`$EDITOR`), the user's own programs (`./run.sh`) and sudo are not utilities.
    """

    utilities: frozenset[str]
    constructs: frozenset[str]


def read(command: str) -> Used:
    """The utilities and constructs of a command. Raises BashSyntaxError if it is not Bash."""
    script = parse(command)
    tree = Understanding().sequence(script.body)
    names = (call.name for call in calls(tree) if call.known or "/" not in _written(call))
    grammar = {name for node in syntax.walk(script) for name in _constructs(node)}
    programs = {name for node in walk(tree) for name in _programs(node)}
    return Used(
        utilities=frozenset(name for name in names if _NAME.fullmatch(name) and name != "sudo"),
        constructs=frozenset(grammar | programs),
    )


def _written(call: Call) -> str:
    return call.written.value if call.written else ""


def _constructs(node: syntax.Node) -> Iterator[str]:
    match node:
        case syntax.Redirection():
            yield "redirection"
        case syntax.Assignment():
            yield "assignment"
        case syntax.Subshell():
            yield "subshell"
        case syntax.Compound() | syntax.FunctionDefinition() | syntax.Coprocess():
            yield "compound statement"
        case syntax.CommandList() if len(node.items) > 1:
            yield "several statements"
        case syntax.AndOr():
            yield "logical connective"
        case syntax.ArithmeticExpansion():
            yield "arithmetic"
        case syntax.Pipeline() if node.timed or node.negated:
            yield "timed"


def _programs(node: Node) -> Iterator[str]:
    match node:
        case Inner(kind="script"):
            yield "quoted script"
        case Call(known=None, written=Argument(value=value)) if "/" in value and "$" not in value:
            yield "own program"


# ── comparison with the paper ──────────────────────────────────────────────────────────────────────


@dataclass(frozen=True, slots=True)
class Agreement:
    """How our decisions compare with the rows of the paper.

    `we_drop` are pairs that only the paper keeps, with our reasons. `they_drop` are pairs that only we keep,
    with the probable reason.
    """

    both_keep: int
    both_drop: int
    we_drop: tuple[Decision, ...]
    they_drop: tuple[Decision, ...]

    @property
    def share(self) -> float:
        agreed = self.both_keep + self.both_drop
        return agreed / max(1, agreed + len(self.we_drop) + len(self.they_drop))

    def rows(self) -> Iterator[Mapping[str, Any]]:
        """Each pair with different decisions: who keeps it, and why the other side drops it."""
        differing = [("paper", item) for item in self.we_drop] + [("us", item) for item in self.they_drop]
        for keeper, item in sorted(differing, key=lambda pair: pair[1].pair.row):
            yield {**item.pair.as_json(), "kept_by": keeper, "reason": item.reason, "detail": item.detail}


def compare(decisions: Sequence[Decision], published: frozenset[int]) -> Agreement:
    def select(kept: bool, listed: bool) -> tuple[Decision, ...]:
        return tuple(
            item for item in decisions if item.kept == kept and (item.pair.row in published) == listed
        )

    theirs = frozenset(name for item in select(True, True) for name in read(item.pair.command).utilities)
    return Agreement(
        both_keep=len(select(True, True)),
        both_drop=len(select(False, False)),
        we_drop=select(False, True),
        they_drop=tuple(_their_reason(item, theirs) for item in select(True, False)),
    )


def _their_reason(item: Decision, theirs: frozenset[str]) -> Decision:
    used = read(item.pair.command)
    if names := sorted(used.utilities - theirs):
        return replace(item, reason="utility that no published pair has", detail=", ".join(names))
    if constructs := sorted(used.constructs):
        return replace(item, reason="construct that few published pairs have", detail=", ".join(constructs))
    return replace(item, reason="their parser refuses a flag, a quote or a nesting")
