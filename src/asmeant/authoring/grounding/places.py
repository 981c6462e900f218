"""A call of a utility -> the paths that it names, and what should be there before it runs. Pure.

| role | what is planted |
|---|---|
| `file` | a file with something to read in it |
| `walked` | a folder with many entries |
| `folder` | an empty folder |
| `absent` | nothing, because the command creates it; only its parent folder |
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from asmeant.authoring.grounding.words import is_pattern, settled
from asmeant.execution.guest.beneath import FILES, FOLDERS, LINKS
from asmeant.execution.shell.tree import HOME, is_taken
from asmeant.languages.bash.command import Argument, Block, Call, Flag
from asmeant.languages.bash.syntax import Brace

Role = Literal["file", "walked", "folder", "absent"]

WORK = f"{HOME}/work"
NAMED = frozenset({"File", "Directory", "Path"})
# Utilities that create whatever they name.
MAKING = frozenset({"mkdir", "touch", "mkfifo", "tee", "truncate", "mktemp"})
# Utilities that take folders as well as files: the extension decides.
WALKING = frozenset({"ls", "dir", "du", "tree", "cd", "pushd", "find", "df", "pwd", "lsof", "zip", "md5deep"})
WRITTEN = frozenset({
    "-o", "--output", "-O", "-fprint", "-fprint0", "-fprintf", "-fls", "--log-file", "--output-document"
})  # fmt: skip
_HOME = re.compile(r"^(~|\$HOME|\$\{HOME\})(?=/|$)")
_HERE = re.compile(r"^(\$PWD|\$\{PWD\}|\$\(pwd\)|`pwd`)(?=/|$)")
_BRACE = re.compile(r"\{([^{}]*(?:,|\.\.)[^{}]*)\}")
MOST_BRACES = 8


@dataclass(frozen=True, slots=True)
class NamedPath:
    """An absolute path, or a pattern of such."""

    path: str
    role: Role
    is_pattern: bool = False


def places(call: Call, base: str, is_nested: bool = False) -> Iterator[NamedPath]:
    """The paths that a call names, relative to `base`. Commands of xargs and -exec get the rest."""
    named = [word for word in call.arguments if word.type in NAMED or word.name == "link"]
    if call.name == "unzip" or (call.name in ("tar", "zip", "jar") and call.flag("-x", "-t")):
        named = [word for word in named if word.name == "archive"]
    for word in named:
        yield from _placed(word, _role(call, word, named), base)
    if not named and not is_nested and (call.name in WALKING or call.flag("-r", "-R")):
        yield NamedPath(base, "walked")
    for flag in call.flags:
        for word in settled(flag):
            if word.type in NAMED:
                yield from _placed(word, _flag_role(call, flag, word), base)
    for redirection in call.redirections:
        if redirection.target.type == "File":
            role: Role = "absent" if redirection.operator in (">", ">|", "&>", ">&") else "file"
            yield from _placed(redirection.target, role, base)


def looped(loop: Block, base: str) -> Iterator[NamedPath]:
    """The patterns of files that a loop iterates over."""
    for word in loop.pieces:
        if isinstance(word, Argument) and is_pattern(word):
            yield from _placed(word, "file", base)


def is_on_machine(path: str) -> bool:
    """Whether it exists without a tree, and does not change."""
    return path == "/" or is_taken(path) or path in FOLDERS or path in FILES or path in LINKS


def moved(call: Call, base: str) -> str:
    """The working directory after this command, which may be cd."""
    if call.name in ("cd", "pushd") and call.arguments:
        return next((path for path in _paths(call.arguments[0], base)), base)
    return base


# ── roles ──────────────────────────────────────────────────────────────────────────────────────────


def _role(call: Call, word: Argument, named: list[Argument]) -> Role:
    if call.name == "rmdir" or (call.name == "rm" and call.flag("-d")):
        return "folder"
    makes = call.name in MAKING or (call.name == "zip" and word.name == "archive")
    if makes or word.name in ("link", "output"):
        return "absent"
    is_target = word.name == "target" and word is named[-1] and call.name != "ln"
    if is_target and not call.flag("-t"):
        return _target_role(word, named[:-1])
    return _read_role(call, word)


def _target_role(word: Argument, sources: list[Argument]) -> Role:
    """The role of the last argument of cp and mv: a folder if it must be one, otherwise created."""
    many = len(sources) != 1 or "{}" in sources[0].value or not sources[0].is_literal
    if many or looks_like_folder(word.value) or (_ending(sources[0].value) and not _ending(word.value)):
        return "folder"
    return "absent"


def _read_role(call: Call, word: Argument) -> Role:
    if call.name == "find" or word.type == "Directory" or looks_like_folder(word.value):
        return "walked"
    creates = call.name == "tar" and call.flag("-c", "-r", "-u")
    goes_down = call.name in WALKING or call.flag("-r", "-R", "-a") or creates
    return "walked" if goes_down and not _ending(word.value) else "file"


def _flag_role(call: Call, flag: Flag, word: Argument) -> Role:
    packs = call.name == "tar" and call.flag("-c")
    if flag.name in WRITTEN or (packs and flag.name in ("-f", "--file")):
        return "absent"
    if word.type == "Directory" or looks_like_folder(word.value):
        return "walked" if packs else "folder"
    return "file"


def looks_like_folder(path: str) -> bool:
    return path.endswith(("/", "/.", "/..", "/*")) or path in (".", "..", "~")


def _ending(path: str) -> str:
    return posixpath.splitext(posixpath.basename(path.rstrip("/")))[1]


# ── words -> absolute paths ────────────────────────────────────────────────────────────────────────


def _placed(word: Argument, role: Role, base: str) -> Iterator[NamedPath]:
    for path in _paths(word, base):
        yield NamedPath(path, role, is_pattern(word))


def _paths(word: Argument, base: str) -> Iterator[str]:
    has_braces = word.word is not None and any(isinstance(part, Brace) for part in word.word.parts)
    texts = expanded(word.value) if has_braces else [word.value]
    yield from filter(None, (rooted(text, base) for text in texts))


def expanded(text: str) -> list[str]:
    """The text with braces expanded, up to a limit; for a sequence, its two ends."""
    texts = [text]
    while _BRACE.search(texts[0]):
        split = (_BRACE.split(unexpanded, maxsplit=1) for unexpanded in texts)
        texts = [
            before + item + after
            for before, inner, after in split
            for item in (inner.split(",") if "," in inner else inner.split("..")[:2])
        ][:MOST_BRACES]
    return texts


def rooted(text: str, base: str) -> str:
    """The absolute path that a word names; empty if it is only known at run time."""
    text = _HERE.sub(base, _HOME.sub(HOME, text))
    if text in ("", "-", "--") or text[0] in "~<>" or re.search(r"[$`\0]|\{\}", text):
        return ""
    if re.match(r"(\w+@)?[\w.-]+:|\w+://", text):  # on another machine
        return ""
    return "/" + posixpath.normpath(posixpath.join(base, text)).lstrip("/")
