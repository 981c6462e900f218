"""Code that does not parse -> code that does, if only the punctuation or trailing lines are at fault."""

from __future__ import annotations

from asmeant.languages import python

MOST_CUTS = 40
LONG = 20_000

_QUOTES = {
    "‘": "'",
    "’": "'",
    "‚": "'",
    "“": '"',
    "”": '"',
    "„": '"',
    "«": '"',
    "»": '"',
    "＇": "'",
    "＂": '"',
}
_CLOSING = {"‘": "’'", "’": "’'", "‚": "‘'", "“": '”"', "”": '”"', "„": '“”"', "«": '»"', "»": '«»"'}
_ODD = {"\u00a0": " ", "\u3000": " ", "\u202f": " ", "\u200b": "", "\u200e": "", "\u2060": "", "\ufeff": ""}
_ODD |= {"−": "-", "–": "-", "、": ",", "。": ".", "×": "*"}
_ODD |= {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F) if not chr(code).isalnum()}


def repair(code: str) -> str:
    """The code if it parses, else with ASCII punctuation or without trailing marks, if that helps."""
    if python.parses(code):
        return code
    for mended in (_with_ascii_punctuation(code), _without_stray_lines(code)):
        if mended != code and python.parses(mended):
            return mended
    return code


def _with_ascii_punctuation(code: str) -> str:
    """Replace typographic quotes, brackets and spaces by ASCII ones.

    The contents of strings stay unchanged.
    """
    if code.isascii():
        return code
    written = []
    closing = ""
    escaped = comment = False
    for letter in code:
        if closing or comment:
            ends = letter in closing and not escaped
            written.append(_QUOTES.get(letter, letter) if ends else letter)
            escaped = letter == "\\" and not escaped
            if ends or letter == "\n":
                closing, comment = "", False
            continue
        ascii_letter = _QUOTES.get(letter) or _ODD.get(letter, letter)
        written.append(ascii_letter)
        comment = ascii_letter == "#"
        closing = _CLOSING.get(letter, ascii_letter) if ascii_letter in ("'", '"') else ""
    return "".join(written)


def _without_stray_lines(code: str) -> str:
    """Remove marks such as `[END]` or `</code>` that some models write below their code."""
    lines = code.rstrip().split("\n")
    while lines and lines[-1].strip().startswith(("</", "[/", "[END", "[DONE", "###", "---")):
        lines.pop()
    return "\n".join(lines)


def cut_back(code: str) -> str:
    """The code up to its last complete statement. Empty if the first statement is incomplete."""
    lines = code.rstrip().split("\n")
    for _ in range(MOST_CUTS if len(code) < LONG else 8):
        wrong = _first_wrong_line("\n".join(lines))
        if wrong is None:
            return "\n".join(lines).rstrip()
        lines = lines[: min(wrong - 1, len(lines) - 1)]
        while lines and (not lines[-1].strip() or lines[-1].rstrip().endswith((":", "\\"))):
            lines.pop()
    return ""


def _first_wrong_line(source: str) -> int | None:
    fault = python.first_fault(source)
    if fault is None:
        return None
    return max(getattr(fault, "lineno", None) or 1, 1)
