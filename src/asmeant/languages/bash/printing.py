"""Typed command tree -> what kind of answer it prints. Pure: it follows from what the command is.

A command prints what its last stage makes of what comes in: `find` prints files in no order of its own,
`sort` puts them into one, `wc -l` makes a number of them. What is not known prints text.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable
from dataclasses import replace

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
from asmeant.records import AnswerKind, Expectation

TEXT = Expectation("text")
LINES = Expectation("lines")
NOTHING = Expectation("nothing", ordered=False, spacing=False)
STATUS = Expectation("status")
NUMBER = Expectation("number", spacing=False)
VALUE = Expectation("value", spacing=False)
FILES = Expectation("files", ordered=False, spacing=False, paths="any", extras=True)
ROWS = Expectation("lines in any order", ordered=False, spacing=False)
BY_FILE = Expectation("lines by file", ordered=False, extras=True)
LONG = ("mode", "links", "owner", "group", "size", "time")
FORMATS = {"m": "mode", "M": "mode", "u": "owner", "U": "owner", "g": "group", "G": "group", "s": "size",
           "n": "links", "y": "type", "Y": "type", "l": "target", "k": "usage", "b": "usage", "i": "inode",
           "t": "time", "a": "time", "c": "time"}  # fmt: skip
STAT_FORMATS = {"a": "mode", "A": "mode", "U": "owner", "u": "owner", "G": "group", "g": "group", "s": "size",
                "h": "links", "F": "type", "y": "time", "Y": "time", "x": "time", "X": "time", "b": "usage",
                "i": "inode"}  # fmt: skip
CHECKSUMS = {f"{name}sum": name for name in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512")}
DIRECTIVE = re.compile(r"%[-+ 0#]*\d*(?:\.\d+)?([ACT].|[a-zA-Z%])|\\.")
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
                    "od", "hexdump", "xxd", "history", "mount", "lsblk"})  # fmt: skip


def printed(tree: Command, before: Expectation | None = None) -> Expectation:
    """What a command prints, where `before` is what it reads."""
    match tree:
        case Call():
            return _redirected(_call(tree, before), tree.redirections)
        case Pipe():
            for command in tree.commands:
                before = printed(command, before)
            return before or TEXT
        case Logic() | Sequence():
            return _all([printed(command, before) for command in tree.commands])
        case Block():
            return _redirected(_block(tree, before), tree.redirections)


def _all(answers: list[Expectation]) -> Expectation:
    """Several commands one after the other: what they print stands together."""
    speaking = [answer for answer in answers if answer.kind != "nothing" or answer.written]
    deciding = [answer for answer in speaking if answer.kind == "status"]
    rest = [answer for answer in speaking if answer.kind != "status"]
    if not rest:
        silent = [answer for answer in answers if answer.kind == "nothing"]
        chosen = silent or deciding or [TEXT]
        return replace(chosen[0], times=any(answer.times for answer in answers))
    if len(rest) == 1:
        return rest[0]
    if len({answer.written for answer in rest}) > 1:
        return next(answer for answer in rest if not answer.written)
    return replace(LINES, sure=False) if len({answer.kind for answer in rest}) > 1 else _joined(rest)


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
    """The same for each of several things."""
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
        return replace(NOTHING, times=_sets_times(call))
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


def _operands(call: Call) -> tuple[Argument, ...]:
    """The files that it reads."""
    return tuple(word for word in call.arguments if word.type in ("File", "Path", "Directory"))


def _is_several(words: tuple[Argument, ...]) -> bool:
    return (
        len(words) > 1
        or any(set(word.text) & set("*?[{$`") and not word.is_literal for word in words)
        or any(_has_glob(word) for word in words)
    )


def _has_glob(word: Argument) -> bool:
    bare = re.sub(r"\\.|'[^']*'|\"(?:\\.|[^\"\\])*\"", "", word.text)
    return re.search(r"[*?]|\[[^\]]+\]|\{[^}]*,[^}]*\}", bare) is not None


def _folders(call: Call) -> tuple[str, ...]:
    """Where it looks: names that it prints may begin there."""
    folders: dict[str, None] = {}
    for word in _operands(call):
        if not word.value or re.search(r"[$`]", word.value):
            continue
        fixed = re.split(r"[*?\[{]", word.value)[0] if _has_glob(word) else word.value
        if fixed == word.value:
            folders[fixed] = None
        above = posixpath.dirname(fixed.rstrip("/") if fixed == word.value else fixed)
        if above:
            folders[above] = None
    return tuple(folders)


def _reads_files(before: Expectation | None) -> bool:
    return before is not None and before.kind in ("files", "files with attributes")


def _each_file(call: Call | None, before: Expectation | None) -> Expectation:
    """What a command prints that is run for each of many files, in no order."""
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
        return replace(BY_FILE, attributes=_grep_columns(call, answer))
    if call.name.endswith("grep") and answer.kind == "number":
        return replace(FILES, kind="files with attributes", attributes=("count",))
    if call.name == "wc":
        return replace(FILES, kind="files with attributes", attributes=_wc_columns(call))
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
    if _reads_files(before) or not _is_several(_operands(call)):
        return VALUE
    columns = (CHECKSUMS[call.name],)
    return replace(FILES, kind="files with attributes", attributes=columns, folders=_folders(call))


def _find(call: Call, _before: Expectation | None) -> Expectation:
    absolute = any(re.search(r"PWD|\bpwd\b|realpath", word.text) for word in call.arguments)
    base = replace(FILES, folders=_folders(call) or (".",), paths="printed" if absolute else "any")
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
            return _formatted(word.value if word is not None else "", base, FORMATS, "pPfhH")
        case "-delete" | "-fprint" | "-fprintf":
            return NOTHING
        case "-exec" | "-execdir" | "-ok" | "-okdir":
            inner = next((word for word in flag.arguments if isinstance(word, Call)), None)
            answer = _each_file(inner, base)
            return replace(answer, folders=base.folders) if answer.kind != "nothing" else answer
    return base


def _formatted(text: str, base: Expectation, formats: dict[str, str], names: str) -> Expectation:
    letters = [match[1] for match in DIRECTIVE.finditer(text) if match[1] and match[1] != "%"]
    attributes = [
        "time" if len(letter) == 2 else formats.get(letter, "") for letter in letters if letter not in names
    ]
    bare = re.sub(DIRECTIVE, "", text).strip(" \t:;,|-()'\"")
    if bare or not all(attributes) or not any(letter in names for letter in letters):
        return replace(ROWS, spacing=True)
    cut = any(letter in "fPhH" for letter in letters)
    kind: AnswerKind = "files with attributes" if attributes else "files"
    return replace(
        base, kind=kind, attributes=tuple(dict.fromkeys(attributes)), paths="printed" if cut else "any"
    )


def _ls(call: Call, _before: Expectation | None) -> Expectation:
    flags = {name for flag in call.flags for name in (flag.known.names if flag.known else (flag.name,))}
    ordered = bool(
        flags
        & {"-t", "-S", "-X", "-v", "-r", "-u", "-c", "-U", "--sort"}
        - ({"-u", "-c"} if "-l" in flags else set())
    )
    base = replace(FILES, folders=_folders(call), ordered=ordered)
    columns = [name for flag, names in LS_COLUMNS.items() if flag in flags for name in names]
    if not columns:
        return base
    return replace(base, kind="files with attributes", attributes=tuple(dict.fromkeys(columns)))


LS_COLUMNS = {"-l": LONG, "-o": LONG, "-g": LONG, "-n": LONG, "-s": ("usage",), "-i": ("inode",)}


def _stat(call: Call, _before: Expectation | None) -> Expectation:
    found = call.flag("-c", "--format", "--printf")
    word = next((word for word in found.arguments if isinstance(word, Argument)), None) if found else None
    if word is None:
        return replace(ROWS, sure=False)
    several = replace(FILES, folders=())
    answer = _formatted(word.value, several, STAT_FORMATS, "nN")
    if answer.kind == "lines in any order" and len(re.findall(r"%[a-zA-Z]", word.value)) == 1:
        return VALUE if not _is_several(_operands(call)) else ROWS
    return answer


def _du(call: Call, _before: Expectation | None) -> Expectation:
    return replace(
        FILES, kind="files with attributes", attributes=("usage",), folders=_folders(call),
        units=False, totals=call.flag("-c", "--total") is not None,
    )  # fmt: skip


def _grep(call: Call, before: Expectation | None) -> Expectation:
    files = _operands(call)
    several = _is_several(files) or call.flag("-r", "-R", "--recursive") is not None
    if call.flag("-q", "--quiet", "--silent") is not None:
        return STATUS
    if call.flag("-l", "-L", "--files-with-matches", "--files-without-match") is not None:
        return replace(FILES, folders=_folders(call)) if files or several else VALUE
    if call.flag("-c", "--count") is not None:
        return replace(FILES, kind="files with attributes", attributes=("count",)) if several else NUMBER
    if not files and not several:
        return _filtered(call, before)
    if not several:
        columns = ("line",) if call.flag("-n", "--line-number") is not None else ()
        return replace(BY_FILE, ordered=True, attributes=columns)
    return replace(BY_FILE, attributes=_grep_columns(call, BY_FILE), folders=_folders(call))


def _filtered(call: Call, before: Expectation | None) -> Expectation:
    if before is None:
        return LINES
    if before.kind in ("text", "number", "value"):
        before = LINES
    return replace(before, kind="lines", spacing=True) if call.flag("-n", "-o") is not None else before


def _grep_columns(call: Call, _answer: Expectation) -> tuple[str, ...]:
    columns = [] if call.flag("-h", "--no-filename") is not None else ["file"]
    if call.flag("-H", "--with-filename") is not None:
        columns = ["named"]
    return tuple(columns + (["line"] if call.flag("-n", "--line-number") is not None else []))


def _wc_columns(call: Call) -> tuple[str, ...]:
    names = {"-l": "lines", "-w": "words", "-c": "bytes", "-m": "bytes", "-L": "longest"}
    columns = tuple(name for flag, name in names.items() if call.flag(flag) is not None)
    return columns or ("lines", "words", "bytes")


def _wc(call: Call, _before: Expectation | None) -> Expectation:
    files = _operands(call)
    if _is_several(files):
        return replace(
            FILES, kind="files with attributes", attributes=_wc_columns(call), folders=_folders(call)
        )
    return NUMBER if len(_wc_columns(call)) == 1 else replace(VALUE, sure=False)


def _sort(call: Call, before: Expectation | None) -> Expectation:
    before = before or replace(LINES, spacing=True)
    if before.kind in ("text", "lines by file"):
        before = replace(LINES, spacing=before.spacing)
    if before.kind == "lines in any order":
        before = replace(before, kind="lines")
    if call.flag("-u", "--unique") is not None and call.flag("-n", "-r", "-k", "-h", "-R") is None:
        return _unordered(before)
    return replace(before, ordered=True)


def _unordered(before: Expectation) -> Expectation:
    kind: AnswerKind = (
        "lines in any order" if before.kind in ("lines", "text", "lines by file") else before.kind
    )
    return replace(before, kind=kind, ordered=False)


def _uniq(call: Call, before: Expectation | None) -> Expectation:
    before = before or LINES
    if call.flag("-c", "--count") is not None:
        return replace(ROWS, attributes=("count",))
    # Sorted only for uniq to work: that is no order that was asked for.
    return _unordered(before) if before.ordered and before.kind != "text" else before


def _transformed(call: Call, before: Expectation | None) -> Expectation:
    """Lines made of lines: of files no longer, unless all of a row is passed on."""
    in_place = call.name == "sed" and call.flag("-i", "--in-place") is not None
    if in_place:
        return NOTHING
    files = _operands(call)
    if files or before is None:
        return LINES
    free = not before.ordered
    if before.kind in ("number", "value"):
        return replace(VALUE, sure=False)
    if _passes_rows(call):
        return before
    if before.kind == "files with attributes" and len(before.folders) in (1, 2) and _is_one_column(call):
        return replace(NUMBER, sure=False)
    if before.kind == "files with attributes" or before.kind == "files":
        return replace(ROWS if free else LINES, spacing=False)
    return replace(before, kind="lines in any order" if free else "lines", attributes=())


def _is_one_column(call: Call) -> bool:
    program = next((word.value for word in call.arguments if word.name == "program"), "")
    return call.name == "cut" or re.fullmatch(r"\{ *print +\$\w+;? *\}", program.strip()) is not None


def _passes_rows(call: Call) -> bool:
    """Whether only whole lines are chosen: `sed 1d`, `awk 'NR > 1'`."""
    program = next((word.value for word in call.arguments if word.name == "program"), "")
    if call.name == "sed":
        return re.fullmatch(r"[\d,$!/^.*\w-]*[dpq]", program) is not None
    return call.name in ("awk", "gawk", "mawk") and "{" not in program and bool(program)


def _awk(call: Call, before: Expectation | None) -> Expectation:
    program = next((word.value for word in call.arguments if word.name == "program"), "")
    answer = _transformed(call, before)
    if re.search(r"\bfor *\( *\w+ +in\b", program):
        return replace(ROWS, attributes=("count",) if "++" in program else ())
    if program.lstrip().startswith("END") or re.search(r"^\s*\{[^{}]*(\+\+|\+=)[^{}]*\}\s*END", program):
        return replace(VALUE, kind="number", sure=False) if "for" not in program else answer
    return answer


def _pass(call: Call, before: Expectation | None) -> Expectation:
    files = _operands(call)
    if call.name == "nl" or (call.name == "cat" and call.flag("-n", "-b") is not None):
        return replace(BY_FILE, ordered=True, attributes=("line",), extras=False)
    if files and call.name != "tee":
        unnamed = call.name not in ("head", "tail") or call.flag("-q", "--quiet") is not None
        return replace(BY_FILE, extras=False) if any(map(_has_glob, files)) and unnamed else TEXT
    if before is None:
        return TEXT
    chosen = call.name in ("head", "tail")
    if chosen and before.kind in ("lines by file", "lines in any order"):
        return replace(before, ordered=before.ordered)
    return before


def _echo(call: Call, _before: Expectation | None) -> Expectation:
    inner = [node for word in call.arguments for node in word.inner if node.kind == "$("]
    if len(call.arguments) == 1 and len(inner) == 1 and call.arguments[0].is_substitution:
        return replace(printed(inner[0].body), spacing=False)
    if any(_has_glob(word) for word in call.arguments):
        return FILES if all(word.type != "Text" or _has_glob(word) for word in call.arguments) else ROWS
    return replace(TEXT, spacing=True)


def _diff(call: Call, _before: Expectation | None) -> Expectation:
    return ROWS if call.flag("-r", "-q", "--recursive", "--brief") is not None else LINES


def _tar(call: Call, _before: Expectation | None) -> Expectation:
    if call.flag("-t", "--list") is not None or (call.name == "unzip" and call.flag("-l") is not None):
        return FILES
    if call.flag("-O", "--to-stdout") is not None:
        return TEXT
    return replace(NOTHING, times=call.flag("--mtime") is not None)


def _names(_call: Call, _before: Expectation | None) -> Expectation:
    return replace(FILES, kind="files", paths="printed", ordered=True)


def _whole(_call: Call, _before: Expectation | None) -> Expectation:
    return ROWS


def _variables(call: Call, _before: Expectation | None) -> Expectation:
    return VALUE if call.arguments else replace(ROWS, attributes=("variables",))


def _file(call: Call, _before: Expectation | None) -> Expectation:
    named = replace(FILES, kind="files with attributes", attributes=("description",), folders=_folders(call))
    return VALUE if call.flag("-b", "--brief") is not None else named


def _sets_times(call: Call) -> bool:
    return call.name == "touch" and call.flag("-t", "-d", "-r", "--date", "--reference") is not None


CALLS: dict[str, Callable[[Call, Expectation | None], Expectation]] = {
    "find": _find, "ls": _ls, "dir": _ls, "vdir": _ls, "stat": _stat, "du": _du,
    "grep": _grep, "egrep": _grep, "fgrep": _grep, "zgrep": _grep, "rgrep": _grep,
    "wc": _wc, "sort": _sort, "uniq": _uniq,
    "head": _pass, "tail": _pass, "cat": _pass, "tee": _pass, "less": _pass, "more": _pass, "zcat": _pass,
    "tac": _pass, "nl": _pass, "bzcat": _pass, "xzcat": _pass,
    "awk": _awk, "gawk": _awk, "mawk": _awk, "sed": _transformed, "cut": _transformed, "tr": _transformed,
    "rev": _transformed, "paste": _transformed, "fold": _transformed, "fmt": _transformed,
    "expand": _transformed, "unexpand": _transformed,
    "perl": _transformed, "comm": _transformed, "join": _transformed,
    "echo": _echo, "printf": _echo, "diff": _diff, "tar": _tar, "unzip": _tar,
    "basename": _names, "dirname": _names, "realpath": _names, "readlink": _names, "which": _names,
    "env": _variables, "printenv": _variables, "locate": _whole, "file": _file, "jobs": _whole,
    "getent": _whole,
}  # fmt: skip
