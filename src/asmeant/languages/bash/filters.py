"""Utilities that read lines, or print what they are told -> what they print. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace

from asmeant.languages.bash.answers import (
    BY_FILE,
    COUNT,
    FILES,
    LINES,
    NOTHING,
    NUMBER,
    ROWS,
    STATUS,
    TEXT,
    VALUE,
    folders_of,
    has_glob,
    is_several,
    operands,
)
from asmeant.languages.bash.command import Argument, Call
from asmeant.records import AnswerKind, Expectation


def _grep(call: Call, before: Expectation | None) -> Expectation:
    files = operands(call)
    several = is_several(files) or call.flag("-r", "-R", "--recursive") is not None
    if call.flag("-q", "--quiet", "--silent") is not None:
        return STATUS
    if call.flag("-l", "-L", "--files-with-matches", "--files-without-match") is not None:
        return replace(FILES, folders=folders_of(call)) if files or several else VALUE
    if call.flag("-c", "--count") is not None:
        return replace(FILES, kind="files with attributes", attributes=("count",)) if several else COUNT
    if not files and not several:
        return _filtered(call, before)
    if not several:
        columns = ("line",) if call.flag("-n", "--line-number") is not None else ()
        return replace(BY_FILE, ordered=True, attributes=columns)
    return replace(BY_FILE, attributes=grep_columns(call, BY_FILE), folders=folders_of(call))


def _filtered(call: Call, before: Expectation | None) -> Expectation:
    if before is None:
        return LINES
    if before.kind in ("text", "number", "value"):
        before = LINES
    return replace(before, kind="lines", spacing=True) if call.flag("-n", "-o") is not None else before


def grep_columns(call: Call, _answer: Expectation) -> tuple[str, ...]:
    columns = [] if call.flag("-h", "--no-filename") is not None else ["file"]
    if call.flag("-H", "--with-filename") is not None:
        columns = ["named"]
    return tuple(columns + (["line"] if call.flag("-n", "--line-number") is not None else []))


def wc_columns(call: Call) -> tuple[str, ...]:
    names = {"-l": "lines", "-w": "words", "-c": "bytes", "-m": "bytes", "-L": "longest"}
    columns = tuple(name for flag, name in names.items() if call.flag(flag) is not None)
    return columns or ("lines", "words", "bytes")


def _wc(call: Call, _before: Expectation | None) -> Expectation:
    files = operands(call)
    if is_several(files):
        return replace(
            FILES, kind="files with attributes", attributes=wc_columns(call), folders=folders_of(call)
        )
    if len(wc_columns(call)) > 1:
        return replace(VALUE, sure=False)
    return NUMBER if wc_columns(call) == ("bytes",) else COUNT


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
    # Sorted only because uniq needs it, so the order does not matter.
    return _unordered(before) if before.ordered and before.kind != "text" else before


def _transformed(call: Call, before: Expectation | None) -> Expectation:
    """Lines made from lines. They are no longer about files, unless whole rows are passed on."""
    in_place = call.name == "sed" and call.flag("-i", "--in-place") is not None
    if in_place:
        return NOTHING
    files = operands(call)
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
    """Whether only whole lines are selected: `sed 1d`, `awk 'NR > 1'`."""
    program = next((word.value for word in call.arguments if word.name == "program"), "")
    if call.name == "sed":
        return re.fullmatch(r"[\d,$!/^.*\w-]*[dpq]", program) is not None
    return call.name in ("awk", "gawk", "mawk") and "{" not in program and bool(program)


def _awk(call: Call, before: Expectation | None) -> Expectation:
    program = next((word.value for word in call.arguments if word.name == "program"), "")
    answer = _transformed(call, before)
    if re.search(r"\bfor *\( *\w+ +in\b", program):
        return replace(ROWS, attributes=("count",) if "++" in program else ())
    before_end, end, last = program.partition("END")
    if end and "print" not in before_end and last.count("print") == 1 and "for" not in last:
        return replace(COUNT, spacing=True, sure=False)
    return answer


def _pass(call: Call, before: Expectation | None) -> Expectation:
    files = operands(call)
    if call.name == "nl" or (call.name == "cat" and call.flag("-n", "-b") is not None):
        return replace(BY_FILE, ordered=True, attributes=("line",), extras=False)
    if files and call.name != "tee":
        unnamed = call.name not in ("head", "tail") or call.flag("-q", "--quiet") is not None
        return replace(BY_FILE, extras=False) if any(map(has_glob, files)) and unnamed else TEXT
    if before is None:
        return TEXT
    chosen = call.name in ("head", "tail")
    if chosen and before.kind in ("lines by file", "lines in any order"):
        return replace(before, ordered=before.ordered)
    return before


def _diff(call: Call, _before: Expectation | None) -> Expectation:
    several = call.flag("-r", "-q", "--recursive", "--brief") is not None
    return replace(ROWS, attributes=("paths",)) if several else LINES


def _tar(call: Call, _before: Expectation | None) -> Expectation:
    if call.flag("-t", "--list") is not None or (call.name == "unzip" and call.flag("-l") is not None):
        return FILES
    if call.flag("-O", "--to-stdout") is not None:
        return TEXT
    return replace(NOTHING, times=call.flag("--mtime") is not None)


def _names(_call: Call, _before: Expectation | None) -> Expectation:
    return replace(FILES, kind="files", paths="printed", ordered=True)


def _dump(call: Call, _before: Expectation | None) -> Expectation:
    """Bytes in various formats, usually with the offset of each row."""
    types = [word.value[:1] for word in _values(call, "-t", "--format")]
    letters = [flag.name[1:] for flag in call.flags if flag.name.startswith("-")]
    names = DUMPS[call.name]
    forms = [form for letter in (*types, *letters) for form in names.get(letter, ())] or [*names[""]]
    base = next((word.value for word in _values(call, "-A", "--address-radix")), "")
    place = [] if base == "n" or "p" in letters else ["offset"]
    kind = ["numbers"] if {*types, *letters} & {*OTHER_FORMS[call.name]} else ["dump", *forms]
    return replace(LINES, spacing=False, attributes=tuple(dict.fromkeys((*kind, *place))))


# Decimal numbers, names of characters, custom formats.
OTHER_FORMS = {"od": "adfilsu", "hexdump": "deo", "xxd": "ir"}
DUMPS: dict[str, dict[str, tuple[str, ...]]] = {
    "od": {"": ("octal",), "c": ("characters",), "x": ("hex",), "b": ("octal",), "o": ("octal",)},
    "hexdump": {
        "": ("hex",),
        "C": ("hex", "characters"),
        "c": ("characters",),
        "b": ("octal",),
        "x": ("hex",),
    },
    "xxd": {"": ("hex", "characters"), "p": ("hex",), "b": ("binary", "characters")},
}


def _values(call: Call, *names: str) -> list[Argument]:
    flag = call.flag(*names)
    return [word for word in flag.arguments if isinstance(word, Argument)] if flag is not None else []


def _whole(_call: Call, _before: Expectation | None) -> Expectation:
    return ROWS


def _variables(call: Call, _before: Expectation | None) -> Expectation:
    return VALUE if call.arguments else replace(ROWS, attributes=("variables",))


def _file(call: Call, _before: Expectation | None) -> Expectation:
    with_names = replace(
        FILES, kind="files with attributes", attributes=("description",), folders=folders_of(call)
    )
    return VALUE if call.flag("-b", "--brief") is not None else with_names


def sets_times(call: Call) -> bool:
    return call.name == "touch" and call.flag("-t", "-d", "-r", "--date", "--reference") is not None


FILTERS: dict[str, Callable[[Call, Expectation | None], Expectation]] = {
    "od": _dump, "hexdump": _dump, "xxd": _dump,
    "grep": _grep, "egrep": _grep, "fgrep": _grep, "zgrep": _grep, "rgrep": _grep, "wc": _wc,
    "sort": _sort, "uniq": _uniq, "head": _pass, "tail": _pass, "cat": _pass, "tee": _pass, "less":
    _pass, "more": _pass, "zcat": _pass, "tac": _pass, "nl": _pass, "bzcat": _pass, "xzcat": _pass,
    "awk": _awk, "gawk": _awk, "mawk": _awk, "sed": _transformed, "cut": _transformed, "tr":
    _transformed, "rev": _transformed, "paste": _transformed, "fold": _transformed, "fmt":
    _transformed, "expand": _transformed, "unexpand": _transformed, "perl": _transformed, "comm":
    _transformed, "join": _transformed, "diff": _diff, "tar": _tar, "unzip": _tar, "basename":
    _names, "dirname": _names, "realpath": _names, "readlink": _names, "which": _names, "env":
    _variables, "printenv": _variables, "locate": _whole, "file": _file, "jobs": _whole, "getent":
    _whole,
}  # fmt: skip
