"""Pair -> a clean pair, and what was changed. As in NL2Bash, section 3.4; constants are never touched.

| kind | of the | what is done |
|---|---|---|
| `prompt` | command | a prompt before it goes: `$ `, `# `, `me@host:~$ ` |
| `typography` | both | quotes, dashes and blanks that a page has beautified become plain again |
| `sudo` | command | `sudo` goes where it only lends power; with options it stays |
| `utility path` | command | `/bin/find` becomes `find` |
| `blanks` | both | those around it go |
| `spelling` | intent | words with a slip are put right |

A change of a command is made only where the command can be parsed after it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from asmeant.authoring.corpus.constants import Difference, differences
from asmeant.authoring.corpus.pairs import Pair
from asmeant.languages.bash import BashSyntaxError, Script, parse
from asmeant.languages.bash.command import Call, calls
from asmeant.languages.bash.understanding import understand
from asmeant.languages.natural import intent_tokens
from asmeant.languages.natural.spelling import respelt


@dataclass(frozen=True, slots=True)
class Change:
    kind: str
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Cleaned:
    """The pair as it should be, with the original in `more` where it was changed."""

    pair: Pair
    changes: tuple[Change, ...]
    differences: tuple[Difference, ...]

    def lines(self) -> Iterator[dict[str, Any]]:
        """What there is to say about it, one object for each change and each doubt."""
        for change in self.changes:
            yield {"row": self.pair.row, "kind": change.kind, "before": change.before, "after": change.after}
        for found in self.differences:
            yield {
                "row": self.pair.row,
                "kind": f"constants differ ({found.kind})",
                "intent": list(found.intent),
                "command": list(found.command),
            }


def clean(pairs: Iterable[Pair]) -> Iterator[Cleaned]:
    for pair in pairs:
        spelt = partial(_spelt, constants=_words_of(pair.command))
        of_intent = tuple(_changes(pair.intent, dict(_INTENT_STEPS, spelling=spelt)))
        of_command = tuple(_changes(pair.command, _COMMAND_STEPS))
        intent = of_intent[-1].after if of_intent else pair.intent
        command = of_command[-1].after if of_command else pair.command
        changed = of_intent + of_command
        # What was cleaned before keeps its first original.
        original = {"original": {"intent": pair.intent, "command": pair.command}} if changed else {}
        cleaned = replace(pair, intent=intent, command=command, more={**original, **pair.more})
        yield Cleaned(cleaned, changed, tuple(differences(intent, command)))


def _changes(text: str, steps: Mapping[str, Callable[[str], str]]) -> Iterator[Change]:
    for kind, step in steps.items():
        after = step(text)
        if after != text:
            yield Change(kind, text, after)
            text = after


# ── of an intent ───────────────────────────────────────────────────────────────────────────────────

_PLAIN = str.maketrans({
    "“": '"', "”": '"', "„": '"', "″": '"', "‘": "'", "’": "'", "‚": "'", "′": "'", "´": "'", "–": "-",
    "—": "-", "−": "-", "‐": "-", "‑": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u200b": "",
    "…": "...",
})  # fmt: skip


# Little words by which other languages are told from English, hardly ever words of it.
_NOT_ENGLISH = frozenset({
    "el", "los", "las", "del", "una", "con", "para", "por", "todos", "der", "das", "und", "ein", "eine",
    "einen", "mit", "aus", "alle", "le", "les", "une", "dans", "tous", "il", "gli", "nel", "della", "uma",
})  # fmt: skip


def _words_of(command: str) -> frozenset[str]:
    """Whatever the intent has of these may be a constant without quotes."""
    return frozenset(word.lower() for word in _LETTERS.findall(command))


def _spelt(intent: str, constants: frozenset[str]) -> str:
    pieces, position = [], 0
    words = {token.value.lower() for token in intent_tokens(intent) if not token.is_quoted}
    if not intent.isascii() or not words.isdisjoint(_NOT_ENGLISH):
        return intent  # "archivo" is no slip of "archive"
    for token in intent_tokens(intent):
        word = token.value.lower()
        right = word if token.is_constant or word in constants else respelt(word)
        if right != word:
            pieces += [intent[position : token.start], _in_case_of(token.value, right)]
            position = token.end
    return "".join([*pieces, intent[position:]])


_LETTERS = re.compile(r"[^\W\d_]+")


def _in_case_of(word: str, right: str) -> str:
    if word.isupper():
        return right.upper()
    return right.capitalize() if word[0].isupper() else right


# ── of a command ───────────────────────────────────────────────────────────────────────────────────

_PROMPT = re.compile(r"\s*(?:\[?[\w.-]+@[\w.-]+(?:[:\s][^\s\]$#]*)?\]?[$#]|[$#])\s+(?=\S)")
# Bash has a `time` of its own, which knows no options.
_BIN = re.compile(r"/(?:usr/(?:local/)?)?s?bin/(?!time$)([\w.+-]+)")
_QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.""", re.DOTALL)


def _unprompted(command: str) -> str:
    found = _PROMPT.match(command)
    return command[found.end() :] if found and _parsed(command[found.end() :]) else command


def _plainly_typed(command: str) -> str:
    """What stands in plain quotes is a constant, and stays."""
    pieces, position = [], 0
    for quoted in _QUOTED.finditer(command):
        pieces += [command[position : quoted.start()].translate(_PLAIN), quoted[0]]
        position = quoted.end()
    plain = "".join([*pieces, command[position:].translate(_PLAIN)])
    return plain if plain != command and _parsed(plain) else command


def _without_sudo(command: str) -> str:
    def cuts(call: Call) -> Iterator[tuple[int, int, str]]:
        if (
            call.name == "sudo"
            and call.written
            and call.nested
            and not call.flags
            and not call.nested.assignments
        ):
            yield call.written.start, call.nested.start, ""

    return _edited(command, cuts) if "sudo" in command else command


def _bare_utilities(command: str) -> str:
    def names(call: Call) -> Iterator[tuple[int, int, str]]:
        name = _BIN.fullmatch(call.written.text) if call.written else None
        if call.written and name:
            yield call.written.start, call.written.end, name[1]

    return _edited(command, names) if "bin/" in command else command


def _edited(command: str, edits: Callable[[Call], Iterator[tuple[int, int, str]]]) -> str:
    """With what each call asks for; within text that a shell reads, places are not known, so it stays."""
    if not _parsed(command):
        return command
    edited = command
    found = {edit for call in calls(understand(command)) for edit in edits(call)}
    for start, end, text in sorted(found, reverse=True):
        if command[start : start + 1] not in ("'", '"'):
            edited = edited[:start] + text + edited[end:]
    return edited if _parsed(edited) else command


def _parsed(command: str) -> Script | None:
    try:
        return parse(command)
    except BashSyntaxError:
        return None


_INTENT_STEPS: Mapping[str, Callable[[str], str]] = {
    "typography": lambda intent: intent.translate(_PLAIN),
    "blanks": str.strip,
}
_COMMAND_STEPS: Mapping[str, Callable[[str], str]] = {
    "blanks": str.strip,
    "prompt": _unprompted,
    "typography": _plainly_typed,
    "sudo": _without_sudo,
    "utility path": _bare_utilities,
}
