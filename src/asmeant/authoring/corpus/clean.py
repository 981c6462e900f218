"""Pair -> a clean pair, and the changes. As in NL2Bash, section 3.4. Constants are never changed.

| kind | applies to | change |
|---|---|---|
| `prompt` | command | a shell prompt is removed: `$ `, `# `, `me@host:~$ ` |
| `typography` | both | typographic quotes, dashes and spaces become ASCII |
| `sudo` | command | `sudo` without options is removed |
| `utility path` | command | `/bin/find` becomes `find` |
| `blanks` | both | leading and trailing spaces are removed |
| `spelling` | intent | misspelt words are corrected |

A command is changed only if the result can be parsed.
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
    """The cleaned pair. If it was changed, `more` has the original."""

    pair: Pair
    changes: tuple[Change, ...]
    differences: tuple[Difference, ...]

    def lines(self) -> Iterator[dict[str, Any]]:
        """One JSON object for each change and for each difference between constants."""
        for change in self.changes:
            yield {"row": self.pair.row, "kind": change.kind, "before": change.before, "after": change.after}
        for difference in self.differences:
            yield {
                "row": self.pair.row,
                "kind": f"constants differ ({difference.kind})",
                "intent": list(difference.intent),
                "command": list(difference.command),
            }


def clean(pairs: Iterable[Pair]) -> Iterator[Cleaned]:
    for pair in pairs:
        correct_spelling = partial(_correct_spelling, constants=_words_of(pair.command))
        of_intent = tuple(_changes(pair.intent, dict(_INTENT_STEPS, spelling=correct_spelling)))
        of_command = tuple(_changes(pair.command, _COMMAND_STEPS))
        intent = of_intent[-1].after if of_intent else pair.intent
        command = of_command[-1].after if of_command else pair.command
        changed = of_intent + of_command
        # A pair that was cleaned before keeps its first original.
        original = {"original": {"intent": pair.intent, "command": pair.command}} if changed else {}
        cleaned = replace(pair, intent=intent, command=command, more={**original, **pair.more})
        yield Cleaned(cleaned, changed, tuple(differences(intent, command)))


def _changes(text: str, steps: Mapping[str, Callable[[str], str]]) -> Iterator[Change]:
    for kind, step in steps.items():
        after = step(text)
        if after != text:
            yield Change(kind, text, after)
            text = after


# ── intents ────────────────────────────────────────────────────────────────────────────────────────

_ASCII = str.maketrans({
    "“": '"', "”": '"', "„": '"', "″": '"', "‘": "'", "’": "'", "‚": "'", "′": "'", "´": "'", "–": "-",
    "—": "-", "−": "-", "‐": "-", "‑": "-", "\u00a0": " ", "\u2009": " ", "\u202f": " ", "\u200b": "",
    "…": "...",
})  # fmt: skip


# Frequent words of other languages that are not English words.
_NOT_ENGLISH = frozenset({
    "el", "los", "las", "del", "una", "con", "para", "por", "todos", "der", "das", "und", "ein", "eine",
    "einen", "mit", "aus", "alle", "le", "les", "une", "dans", "tous", "il", "gli", "nel", "della", "uma",
})  # fmt: skip


def _words_of(command: str) -> frozenset[str]:
    """The words of a command. In the intent, they may be constants without quotes."""
    return frozenset(word.lower() for word in _LETTERS.findall(command))


def _correct_spelling(intent: str, constants: frozenset[str]) -> str:
    texts, position = [], 0
    words = {token.value.lower() for token in intent_tokens(intent) if not token.is_quoted}
    if not intent.isascii() or not words.isdisjoint(_NOT_ENGLISH):
        return intent  # "archivo" is not a misspelt "archive"
    for token in intent_tokens(intent):
        word = token.value.lower()
        right = word if token.is_constant or word in constants else respelt(word)
        if right != word:
            texts += [intent[position : token.start], _in_case_of(token.value, right)]
            position = token.end
    return "".join([*texts, intent[position:]])


_LETTERS = re.compile(r"[^\W\d_]+")


def _in_case_of(word: str, right: str) -> str:
    if word.isupper():
        return right.upper()
    return right.capitalize() if word[0].isupper() else right


# ── commands ───────────────────────────────────────────────────────────────────────────────────────

_PROMPT = re.compile(r"\s*(?:\[?[\w.-]+@[\w.-]+(?:[:\s][^\s\]$#]*)?\]?[$#]|[$#])\s+(?=\S)")
# The keyword `time` of Bash takes no options, so `/usr/bin/time` stays.
_BIN = re.compile(r"/(?:usr/(?:local/)?)?s?bin/(?!time$)([\w.+-]+)")
_QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.""", re.DOTALL)


def _without_prompt(command: str) -> str:
    prompt = _PROMPT.match(command)
    return command[prompt.end() :] if prompt and _parsed(command[prompt.end() :]) else command


def _with_ascii_typography(command: str) -> str:
    """Replace typographic characters, except in quoted constants."""
    texts, position = [], 0
    for quoted in _QUOTED.finditer(command):
        texts += [command[position : quoted.start()].translate(_ASCII), quoted[0]]
        position = quoted.end()
    typed = "".join([*texts, command[position:].translate(_ASCII)])
    return typed if typed != command and _parsed(typed) else command


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


def _edited(command: str, edits_of: Callable[[Call], Iterator[tuple[int, int, str]]]) -> str:
    """Apply the edits of each call. Nested commands in quotes are skipped: their positions are not known."""
    if not _parsed(command):
        return command
    edited = command
    edits = {edit for call in calls(understand(command)) for edit in edits_of(call)}
    for start, end, text in sorted(edits, reverse=True):
        if command[start : start + 1] not in ("'", '"'):
            edited = edited[:start] + text + edited[end:]
    return edited if _parsed(edited) else command


def _parsed(command: str) -> Script | None:
    try:
        return parse(command)
    except BashSyntaxError:
        return None


_INTENT_STEPS: Mapping[str, Callable[[str], str]] = {
    "typography": lambda intent: intent.translate(_ASCII),
    "blanks": str.strip,
}
_COMMAND_STEPS: Mapping[str, Callable[[str], str]] = {
    "blanks": str.strip,
    "prompt": _without_prompt,
    "typography": _with_ascii_typography,
    "sudo": _without_sudo,
    "utility path": _bare_utilities,
}
