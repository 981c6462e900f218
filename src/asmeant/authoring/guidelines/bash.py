"""Intent and command -> remarks by the guidelines of NL2Bash for writing and cleaning (sections 3.1-3.4)."""

from __future__ import annotations

from collections.abc import Iterator

from asmeant.authoring.corpus.clean import clean
from asmeant.authoring.corpus.constants import differences
from asmeant.authoring.corpus.filter import LONGEST_INTENT, SCOPES, read
from asmeant.authoring.corpus.pairs import Pair
from asmeant.authoring.describing.remarks import Remark
from asmeant.languages.bash import BashSyntaxError, parse


def command_remarks(command: str) -> Iterator[Remark]:
    """Syntax errors, constructs beyond one-line commands, and changes by a clean-up."""
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
    """Constants that intent and command do not share, and changes by a clean-up in the intent."""
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
