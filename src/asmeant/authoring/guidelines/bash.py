"""Intent and command -> remarks as NL2Bash's freelancers and clean-up would make (sections 3.1 to 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asmeant.authoring.corpus.clean import clean
from asmeant.authoring.corpus.constants import differences
from asmeant.authoring.corpus.filter import LONGEST_INTENT, SCOPES, read
from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.describing.remarks import Remark
from asmeant.languages.bash import BashSyntaxError, parse
from asmeant.languages.bash.normal import normal
from asmeant.languages.natural import normalised_intent


def command_remarks(command: str) -> Iterator[Remark]:
    """The parser's verdict, what is out of the scope of one-line commands, and what a clean-up changes."""
    if not command.strip():
        yield Remark("empty", 0, len(command), "The command is empty.")
        return
    try:
        parse(command)
    except BashSyntaxError as error:
        start = min(error.offset, max(0, len(command) - 1))
        yield Remark("syntax", start, len(command), str(error))
        return
    constructs = read(command).constructs & SCOPES["paper"]
    if constructs:
        message = f"A pair of NL2Bash is one command: {', '.join(sorted(constructs))} is out of its scope."
        yield Remark("scope", 0, len(command), message)
    yield from _clean_up("", command, "command")


def constant_remarks(intent: str, command: str) -> Iterator[Remark]:
    """Constants that intent and command do not share, and what a clean-up changes in the intent."""
    if len(intent.split()) > LONGEST_INTENT:
        yield Remark("long intent", 0, len(intent), f"Use at most {LONGEST_INTENT} words.")
    for difference in differences(intent, command):
        ours, theirs = ", ".join(difference.intent), ", ".join(difference.command)
        start = max(0, intent.find(difference.intent[0]))
        end = (
            start + len(difference.intent[0])
            if intent[start:].startswith(difference.intent[0])
            else len(intent)
        )
        message = f"The intent has {ours}, where the command has {theirs}."
        yield Remark("constants differ", start, end, message)
    yield from _clean_up(intent, command, "intent")


def _clean_up(intent: str, command: str, side: str) -> Iterator[Remark]:
    text = intent if side == "intent" else command
    for cleaned in clean([Pair(0, intent, command)]):
        for change in cleaned.changes:
            if change.before == text:
                after = cleaned.pair.intent if side == "intent" else cleaned.pair.command
                message = f"Clean-up ({change.kind}): {after}"
                yield Remark("clean-up", 0, len(text), message, after)
                return


def duplicates(intent: str, command: str, others: Iterable[tuple[str, str, str]]) -> Iterator[Remark]:
    """Pairs (id, intent, command) that say the same: the same intent, the same command, or both."""
    mine = _meaning(intent, command)
    for id_, other_intent, other_command in others:
        theirs = _meaning(other_intent, other_command)
        shared = [
            what for what, one, other in zip(("intent", "command"), mine, theirs, strict=True) if one == other
        ]
        if shared:
            message = f"'{id_}' has the same {' and '.join(shared)}."
            yield Remark("duplicate", 0, len(intent), message)


def _meaning(intent: str, command: str) -> tuple[str, str]:
    try:
        written = normal(command)
    except BashSyntaxError:
        written = " ".join(command.split())
    return normalised_intent(intent), str(written)
