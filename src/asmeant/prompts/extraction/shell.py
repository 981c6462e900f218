"""Text -> the Bash command in it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from asmeant.languages.bash.knowledge import utility
from asmeant.prompts.extraction.fences import Block, find_blocks

_SHELL = frozenset(
    {"bash", "sh", "shell", "zsh", "console", "terminal", "shell-session", "shellsession", "cmd"}
)
_SESSION = frozenset({"console", "terminal", "shell-session", "shellsession"})
_OTHER = frozenset({"python", "py", "output", "json", "yaml", "c", "text", "txt", "plaintext", "powershell"})
_PROMPT = re.compile(r"^\s*(?:\([\w.-]+\)\s*)?(?:\[?[\w.-]+@[\w.-]+[^$#%\n]*[$#%]|[$❯➜])[ \t]+(?=\S)")
_ROOT_PROMPT = re.compile(r"^\s*#[ \t]+(?=\S)")
_LABEL = re.compile(
    r"^[ \t]*[*_#]*(?:the )?(?:bash |shell )?"
    r"(?:command|answer|solution|comando|respuesta|команда|ответ|コマンド|答え|回答)"
    r"[*_]*[ \t]*[:：][*_]*[ \t]*",
    re.IGNORECASE | re.MULTILINE,
)
_SHELLISH = re.compile(r"\S \| \S| --?\w| >>? ?\S|\$[({\w]|&&")
_INLINE = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
_CURLY = re.compile(r"(?<![^\s=(])(?:“([^“”\n]*)”|‘([^‘’\n]*)’)")
_KEYWORDS = frozenset({"for", "if", "while", "until", "case", "select", "function"})
# Types of arguments that may be any words.
_FREE = frozenset({"Text", "Command", "Program", "Script"})


def find_command(text: str, completion: bool) -> str:
    """The command, or an empty string. With `completion`, it is the first line; else the text is searched."""
    blocks = [block for block in find_blocks(text, lambda _: True) if block.info not in _OTHER]
    if blocks:
        labelled = [block for block in blocks if block.info in _SHELL]
        return _from_block((labelled or blocks)[0])
    if completion:
        return _without_prompt(next(iter(_join(_without_fences(text))), ""))
    return _without_prompt(_from_text(text))


def _from_block(block: Block) -> str:
    lines = block.code.split("\n")
    if any(_PROMPT.match(line) for line in lines):
        return "\n".join(_without_prompt(line) for line in _join(lines) if _PROMPT.match(line))
    if block.info in _SESSION:
        lines = [_ROOT_PROMPT.sub("", line) for line in lines]
    commands = [line for line in lines if not line.lstrip().startswith("#")]
    if not "".join(commands).strip():
        commands = [_ROOT_PROMPT.sub("", line) for line in lines if not line.startswith("#!")]
    return "\n".join(_quoted(line.rstrip()) for line in _join(commands)).strip()


def _from_text(text: str) -> str:
    if label := _LABEL.search(text):
        after = [line for line in _join(_without_fences(text[label.end() :])) if line.strip()]
        if after and not _is_sentence(after[0]):
            return after[0]
    lines = [line for line in _join(_without_fences(text)) if line.strip()]
    if typed := [line for line in lines if _PROMPT.match(line)]:
        return "\n".join(_PROMPT.sub("", line) for line in typed)
    if command := next((line for line in lines if _is_command(line)), ""):
        return command
    if spans := [match[1] for match in _INLINE.finditer(text)]:
        return max([span for span in spans if _is_command(span)] or spans, key=len)
    return lines[0] if len(lines) == 1 and not _is_sentence(lines[0]) else ""


def _is_command(line: str) -> bool:
    words = line.split()
    if not words or _is_sentence(line):
        return False
    if re.match(r"[(a-z./~]", line.strip()) and _SHELLISH.search(line):
        return True
    return _calls_utility(words) or re.match(r"(?:\./|/\w|~/|\w+=\S|\[\[? )", line.strip()) is not None


def _calls_utility(words: Sequence[str]) -> bool:
    """Whether the first word is a known utility. Many are English words, too: `look at the file`."""
    known = utility(words[0])
    if known is None:
        return words[0] in _KEYWORDS
    is_prose = len(words) > 3 and all(word.isalpha() for word in words)
    takes_words = any(slot.type in _FREE and (slot.repeats or slot.type != "Text") for slot in known.slots)
    return not is_prose or takes_words


def _is_sentence(line: str) -> bool:
    """Whether the line is prose: several words with final punctuation, or a capitalized first word."""
    text = line.strip()
    return (
        re.search(r"(?:[\w)`'\"»]{2}[.!?:]|[。！？：])$", text) is not None
        and len(text.split()) > 3
        and not re.search(r"[|<>;$\\]| -\w", re.sub(r"`[^`]*`", "", text))
    ) or re.match(r"[A-ZА-ЯЁ¡¿][a-zа-яёáéíóú']+[ ,!]", text) is not None


def _without_fences(text: str) -> list[str]:
    return [line for line in text.split("\n") if not re.match(r"\s*(?:```|~~~)", line)]


def _join(lines: Sequence[str]) -> list[str]:
    """Join lines as the shell does: a line that ends in a backslash, a pipe or && is continued."""
    joined: list[list[str]] = [[]]
    for line in lines:
        goes_on = re.search(r"(?:(?<!\\)\\|\||&&)[ \t]*$", line)
        if not line.strip() and not joined[-1]:
            continue
        text = re.sub(r"[ \t]*\\[ \t]*$", "", line) if goes_on else line
        joined[-1].append(text.strip() if joined[-1] else text.rstrip())
        if not goes_on:
            joined.append([])
    return [" ".join(filter(None, group)) for group in joined if group]


def _without_prompt(line: str) -> str:
    text = _PROMPT.sub("", line).strip()
    if (span := _INLINE.fullmatch(text)) is not None:
        text = span[1].strip()
    return _quoted(text)


def _quoted(text: str) -> str:
    return _CURLY.sub(lambda match: f'"{match[1]}"' if match[1] is not None else f"'{match[2]}'", text)
