"""Typed command tree -> the kind of answer it prints. Pure: it is derived from the command.

A command prints what its last stage makes of its input: `find` prints files in no defined order, `sort` sorts
them, `wc -l` counts them. Unknown commands print text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from asmeant.languages.bash.answers import (
    BY_FILE,
    CHECKSUMS,
    COUNT,
    FILES,
    FORMATS,
    LINES,
    LONG,
    NOTHING,
    ROWS,
    STATUS,
    TEXT,
    VALUE,
    folders_of,
    has_glob,
    is_several,
    operands,
)
from asmeant.languages.bash.command import (
    Argument,
    Block,
    Call,
    Command,
    Flag,
    Logic,
    Pipe,
    Redirected,
    Sequence,
)
from asmeant.languages.bash.filters import FILTERS, grep_columns, sets_times, wc_columns
from asmeant.languages.bash.listers import LISTERS, formatted
from asmeant.records import Expectation

OUT = frozenset({">", ">>", ">|", "&>", "&>>"})
SILENT = {
    "cd", "chgrp", "chmod", "chown", "cp", "declare", "export", "gunzip", "gzip", "bzip2",
    "bunzip2", "install", "ln", "mkdir", "mkfifo", "mktemp", "mv", "read", "rename", "rm", "rmdir",
    "rsync", "set", "shred", "sleep", "split", "csplit", "shift", "touch", "truncate", "unlink",
    "unset", "unxz", "wait", "xz", "zip", "dd", "patch", "pushd", "popd", "eval", "source", "trap",
    "umask", "shopt", "exit", "return", "break", "continue",
}  # fmt: skip
DECIDES = frozenset({"test", "[", "[[", "true", "false", ":", "cmp"})
PASSES = frozenset({"head", "tail", "tee", "less", "more", "cat", "pv", "sponge"})
SINGLE = frozenset({"date", "hostname", "whoami", "pwd", "uname", "arch", "nproc", "logname", "tty"})
PADDED = frozenset({"column", "ps", "df", "free", "who", "w", "last", "vmstat", "lsof", "netstat", "ss",
                    "history", "mount", "lsblk"})  # fmt: skip


def printed(tree: Command, before: Expectation | None = None) -> Expectation:
    """What a command prints, if it reads `before`."""
    match tree:
        case Call():
            return _redirected(_call(tree, before), tree.redirections)
        case Pipe():
            for previous, command in zip((None, *tree.commands), tree.commands, strict=False):
                total = previous is not None and _is_total(previous, command)
                before = COUNT if total else printed(command, before)
            return before or TEXT
        case Logic() | Sequence():
            return _all([printed(command, before) for command in tree.commands])
        case Block():
            return _redirected(_block(tree, before), tree.redirections)


def _is_total(previous: Command, command: Command) -> bool:
    """Whether it is the last row of a listing, which has the total: `wc -l * | tail -1`."""
    if not (isinstance(previous, Call) and isinstance(command, Call) and command.name == "tail"):
        return False
    rows = command.flag("-n", "--lines")
    values = [word.value for word in rows.arguments if isinstance(word, Argument)] if rows is not None else []
    several = previous.name == "tree" or (previous.name == "wc" and is_several(operands(previous)))
    return several and not command.arguments and values in (["1"], ["-1"])


def _all(answers: list[Expectation]) -> Expectation:
    """The combined output of several consecutive commands."""
    speaking = [answer for answer in answers if answer.kind != "nothing" or answer.written]
    deciding = [answer for answer in speaking if answer.kind == "status"]
    with_output = [answer for answer in speaking if answer.kind != "status"]
    if not with_output:
        silent = [answer for answer in answers if answer.kind == "nothing"]
        deciding_answers = silent or deciding or [TEXT]
        return replace(deciding_answers[0], times=any(answer.times for answer in answers))
    if len(with_output) == 1:
        return with_output[0]
    if len({answer.written for answer in with_output}) > 1:
        return next(answer for answer in with_output if not answer.written)
    return (
        replace(LINES, sure=False)
        if len({answer.kind for answer in with_output}) > 1
        else _joined(with_output)
    )


def _joined(answers: list[Expectation]) -> Expectation:
    first = answers[0]
    if first.kind in ("files", "files with attributes"):
        return replace(first, folders=tuple(dict.fromkeys(f for answer in answers for f in answer.folders)))
    return replace(LINES, spacing=any(answer.spacing for answer in answers))


def _redirected(answer: Expectation, redirections: tuple[Redirected, ...]) -> Expectation:
    for redirection in redirections:
        if redirection.operator in OUT and redirection.fd in ("", "1"):
            if redirection.target.value == "/dev/null":
                return STATUS if answer.kind != "nothing" else answer
            return replace(answer, written=True)
    return answer


def _block(block: Block, before: Expectation | None) -> Expectation:
    bodies = [printed(piece, before) for piece in block.pieces if isinstance(piece, Sequence)]
    if block.kind == "condition":
        return STATUS
    if not bodies:
        return replace(TEXT, sure=False)
    answer = _all(bodies[1:] if block.kind in ("while", "until", "if") and len(bodies) > 1 else bodies)
    if block.kind in ("for", "while", "until", "select"):
        return _repeated(answer, before)
    return answer


def _repeated(answer: Expectation, before: Expectation | None) -> Expectation:
    """The same answer for each of several items."""
    if answer.kind == "number" or answer.kind == "value":
        free = before is not None and not before.ordered
        return replace(ROWS if free else LINES, spacing=answer.spacing, sure=False)
    if answer.kind == "text":
        return replace(LINES, sure=False)
    return answer


# ── calls ──────────────────────────────────────────────────────────────────────────────────────────


def _call(call: Call, before: Expectation | None) -> Expectation:
    if not call.name:
        return NOTHING
    if call.name == "xargs":
        return _each_file(call.nested, before) if call.nested is not None else before or TEXT
    if call.nested is not None:
        return printed(call.nested, before)
    if call.known is None:
        return replace(TEXT, sure=False, because=(f"{call.name} is not known",))
    script = next(
        (inner for argument in call.arguments for inner in argument.inner if inner.kind == "script"), None
    )
    if script is not None:
        return printed(script.body, before)
    name = call.known.name
    if name in CHECKSUMS:
        return _checksum(call, before)
    if name in SILENT:
        return replace(NOTHING, times=sets_times(call))
    if name in DECIDES:
        return STATUS
    if name in SINGLE:
        return VALUE
    if name in PADDED:
        return replace(LINES, spacing=False)
    return CALLS.get(name, _unknown)(call, before)


def _unknown(call: Call, before: Expectation | None) -> Expectation:
    effects = call.known.effects if call.known is not None else frozenset()
    return NOTHING if "writes" in effects and before is None else replace(TEXT, sure=False)


def _reads_files(before: Expectation | None) -> bool:
    return before is not None and before.kind in ("files", "files with attributes")


def _each_file(call: Call | None, before: Expectation | None) -> Expectation:
    """What a command prints that is run for each of many files, in no defined order."""
    if call is None:
        return before or TEXT
    answer = printed(call)
    free = before is None or not before.ordered
    if call.name in ("cat", "head", "tail", "sed", "awk", "tac", "nl", "zcat", "cut"):
        return (
            replace(BY_FILE, extras=False, ordered=not free)
            if not answer.written and answer.kind != "nothing"
            else answer
        )
    if call.name.endswith("grep") and call.flag("-l", "-L") is not None:
        return FILES
    if call.name.endswith("grep") and answer.kind in ("lines", "lines by file"):
        return replace(BY_FILE, attributes=grep_columns(call, answer))
    if call.name.endswith("grep") and answer.kind == "number":
        return replace(FILES, kind="files with attributes", attributes=("count",))
    if call.name == "wc":
        return replace(FILES, kind="files with attributes", attributes=wc_columns(call))
    if call.name in ("echo", "printf", "ls", "basename", "dirname", "realpath", "readlink"):
        return _names_each(call, answer, free)
    if call.name == "find":
        return answer
    if answer.kind in ("files", "files with attributes", "nothing"):
        return answer
    if call.name in CHECKSUMS:
        return replace(FILES, kind="files with attributes", attributes=(CHECKSUMS[call.name],))
    return replace(ROWS, sure=answer.sure) if free else replace(LINES, spacing=False)


def _names_each(call: Call, answer: Expectation, free: bool) -> Expectation:
    if call.name == "ls":
        return replace(answer, ordered=answer.ordered or not free)
    if call.name in ("basename", "dirname"):
        return replace(FILES, paths="printed", ordered=not free)
    return replace(FILES, ordered=not free)


def _checksum(call: Call, before: Expectation | None) -> Expectation:
    if call.flag("-c", "--check") is not None:
        return ROWS
    if _reads_files(before) or not is_several(operands(call)):
        return VALUE
    columns = (CHECKSUMS[call.name],)
    return replace(FILES, kind="files with attributes", attributes=columns, folders=folders_of(call))


def _find(call: Call, _before: Expectation | None) -> Expectation:
    absolute = any(re.search(r"PWD|\bpwd\b|realpath", word.text) for word in call.arguments)
    base = replace(FILES, folders=folders_of(call) or (".",), paths="printed" if absolute else "any")
    actions = [flag for flag in call.flags if flag.name in ACTIONS]
    answers = [_action(flag, base) for flag in actions]
    speaking = [answer for answer in answers if answer.kind != "nothing"]
    if not actions or (not speaking and any(flag.name == "-print" for flag in actions)):
        return base
    return speaking[-1] if speaking else answers[0]


ACTIONS = frozenset({"-print", "-print0", "-printf", "-fprintf", "-fprint", "-ls", "-exec", "-execdir", "-ok",
                     "-okdir", "-delete", "-quit"})  # fmt: skip


def _action(flag: Flag, base: Expectation) -> Expectation:
    match flag.name:
        case "-ls":
            return replace(base, kind="files with attributes", attributes=LONG)
        case "-printf":
            word = next((word for word in flag.arguments if isinstance(word, Argument)), None)
            return formatted(word.value if word is not None else "", base, FORMATS, "pPfhH")
        case "-delete" | "-fprint" | "-fprintf":
            return NOTHING
        case "-exec" | "-execdir" | "-ok" | "-okdir":
            inner = next((word for word in flag.arguments if isinstance(word, Call)), None)
            answer = _each_file(inner, base)
            return replace(answer, folders=base.folders) if answer.kind != "nothing" else answer
    return base


def _echo(call: Call, _before: Expectation | None) -> Expectation:
    inner = [node for word in call.arguments for node in word.inner if node.kind == "$("]
    if len(call.arguments) == 1 and len(inner) == 1 and call.arguments[0].is_substitution:
        return replace(printed(inner[0].body), spacing=False)
    if any(has_glob(word) for word in call.arguments):
        return FILES if all(word.type != "Text" or has_glob(word) for word in call.arguments) else ROWS
    return replace(TEXT, spacing=True)


CALLS: dict[str, Callable[[Call, Expectation | None], Expectation]] = {
    "find": _find, "echo": _echo, "printf": _echo, **LISTERS, **FILTERS,
}  # fmt: skip
