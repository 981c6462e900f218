"""Text <-> tokens of three sizes, for intents and commands (NL2Bash, section 6.1). `join` undoes `split`.

| size | `ls -l "my file"` |
|---|---|
| character | `l s <space> - l <space> " m y <space> f i l e "` |
| token | `ls -l "my file"`, three of them |
| sub-token | `ls -l <arg> " my <space> file " </arg>` |

Tokens that follow each other are one space apart. Where there is none, `<glue>` is between them; where there
are other blanks, each of them is. A token that looks like one of these marks has one more `<` in front.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Literal

from asmeant.languages.bash import syntax
from asmeant.languages.bash.parsing.parser import parse
from asmeant.languages.bash.parsing.reader import BashSyntaxError

Size = Literal["character", "token", "sub-token"]
Kind = Literal["intent", "command"]

SPACE, GLUE, START, END = "<space>", "<glue>", "<arg>", "</arg>"
MARKS = frozenset({SPACE, GLUE, START, END})
LOOKS_LIKE_A_MARK = re.compile(r"<+(?:space|glue|/?arg)>")

OPERATORS = re.compile(
    r"\$\(\(|\)\)|\$\(|[<>]\(|&&|\|\||\|&|;;&?|;&|&>>?|<<<|<<-?|>>|>\||[<>]&|[|&;()<>`]|[^\s|&;()<>`$]+|\$"
)
WORDS = re.compile(r"\S+")
# In an intent: a quoted text, or a word without the punctuation around it.
INTENT = re.compile(
    r"\"[^\"\n]*\"(?=[\s.,;:!?)]|$)|(?<![\w])'[^'\n]*'(?=[\s.,;:!?)]|$)|[(\[{\"'](?=\S)|[.,;:!?)\]}\"']+(?=\s|$)"
    r"|[^\s]+?(?=[.,;:!?)\]}\"']*(?:\s|$))|\S"
)
WHOLE = re.compile(r"[^\W\d_]+|\d+|--?[A-Za-z][A-Za-z-]*|[|&;()<>!{}+\\-]+|\$\(|\[\[?|\]\]?")
RUNS = re.compile(r"[^\W\d_]+|\d+|.", re.DOTALL)


def split(text: str, size: Size, kind: Kind) -> list[str]:
    if size == "character":
        return [SPACE if letter == " " else letter for letter in text]
    tokens = _tokens(text, kind)
    return tokens if size == "token" else [sub_token for token in tokens for sub_token in _sub_tokens(token)]


def join(tokens: Iterable[str], size: Size) -> str:
    if size == "character":
        return "".join(" " if token == SPACE else token for token in tokens)
    return _text(tokens if size == "token" else _joined_tokens(tokens))


# Tokens --------------------------------------------------------------------------------------------------


def _tokens(text: str, kind: Kind) -> list[str]:
    spans = command_spans(text) if kind == "command" else [match.span() for match in INTENT.finditer(text)]
    tokens: list[str] = []
    end = 0
    for number, (start, stop) in enumerate(spans):
        tokens += _gap(text[end:start], inside=number > 0)
        token = text[start:stop]
        tokens.append("<" + token if LOOKS_LIKE_A_MARK.fullmatch(token) else token)
        end = stop
    return tokens + _gap(text[end:], inside=False)


def _gap(blanks: str, inside: bool) -> list[str]:
    if inside and blanks in ("", " "):
        return [] if blanks else [GLUE]
    return [SPACE if letter == " " else letter for letter in blanks]


def command_spans(source: str) -> list[tuple[int, int]]:
    """The spans of the words and operators of a command. If it is not Bash, it is split at spaces."""
    try:
        script = parse(source)
    except BashSyntaxError:
        return [match.span() for match in WORDS.finditer(source)]
    spans: list[tuple[int, int]] = []
    end = 0
    for start, stop in sorted(_words(script)):
        # Empty words, as in here-documents and arithmetic, belong to the gap.
        if start >= end and source[start:stop].strip():
            spans += _operators(source, end, start)
            spans.append((start, stop))
            end = stop
    return spans + _operators(source, end, len(source))


def _words(script: syntax.Script) -> Iterator[tuple[int, int]]:
    """The words without nested commands, and the words of nested commands."""
    within = (syntax.CommandSubstitution, syntax.ProcessSubstitution, syntax.ArrayLiteral)
    waiting: list[syntax.Node] = [script]
    while waiting:
        node = waiting.pop()
        if isinstance(node, syntax.Word) and not any(
            isinstance(child, within) for child in syntax.walk(node)
        ):
            yield node.start, node.end
        else:
            waiting.extend(syntax.children(node))


def _operators(source: str, start: int, end: int) -> list[tuple[int, int]]:
    return [match.span() for match in OPERATORS.finditer(source, start, end)]


def _text(tokens: Iterable[str]) -> str:
    out: list[str] = []
    gap: list[str] | None = None  # the spaces since the last token; None before the first token
    for token in tokens:
        if token in (GLUE, SPACE) or token.isspace():
            blank = {GLUE: "", SPACE: " "}.get(token, token)
            gap = [*(gap or ()), blank]
            continue
        if gap is not None:
            out.append("".join(gap) if gap else " ")
        out.append(token[1:] if LOOKS_LIKE_A_MARK.fullmatch(token) else token)
        gap = []
    return "".join([*out, *(gap or ())])


# Sub-tokens ----------------------------------------------------------------------------------------------


def _sub_tokens(token: str) -> list[str]:
    if token in MARKS or token.isspace() or WHOLE.fullmatch(token):
        return [token]
    sub_tokens = [SPACE if sub_token == " " else sub_token for sub_token in RUNS.findall(token)]
    return sub_tokens if len(sub_tokens) == 1 else [START, *sub_tokens, END]


def _joined_tokens(sub_tokens: Iterable[str]) -> Iterator[str]:
    token: list[str] | None = None
    for sub_token in sub_tokens:
        if sub_token == START:
            token = []
        elif sub_token == END and token is not None:
            yield "".join(token)
            token = None
        elif token is not None:
            token.append(" " if sub_token == SPACE else sub_token)
        else:
            yield sub_token
