"""Table -> LaTeX, for a paper: booktabs, numbers flush right, intervals beside them. Pure."""

from __future__ import annotations

import re

from asmeant.reports.table import is_total
from asmeant.tables import Cell, Estimate, Table, is_numeric, shown

_SPECIAL = {
    "\\": r"\textbackslash{}", "{": r"\{", "}": r"\}", "$": r"\$", "&": r"\&", "#": r"\#", "%": r"\%",
    "_": r"\_", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "<": r"\textless{}",
    ">": r"\textgreater{}", "|": r"\textbar{}", "–": "--", "−": "$-$", "…": r"\dots{}",
}  # fmt: skip


def to_latex(table: Table) -> str:
    """A table environment that needs \\usepackage{booktabs}; other scripts than Latin need LuaLaTeX."""
    sure = [any(_interval(row[place]) for row in table.rows) for place in range(len(table.columns))]
    kinds = [
        "r@{~}l" if wide else "r" if is_numeric(table, place) else "l" for place, wide in enumerate(sure)
    ]
    heads = [
        f"\\multicolumn{{2}}{{c}}{{{escaped(name)}}}" if wide else escaped(name)
        for name, wide in zip(table.columns, sure, strict=True)
    ]
    body: list[str] = []
    stands_out = False
    for row in table.rows:
        cells = [part for cell, wide in zip(row, sure, strict=True) for part in _cell_columns(cell, wide)]
        # What is about all tasks stands between lines.
        rule = [r"\midrule"] if body and is_total(table, row) != stands_out else []
        stands_out = is_total(table, row)
        body += [*rule, _line(cells)]
    notes = [f"\\par\\smallskip\\footnotesize {escaped(note)}" for note in table.notes]
    return "\n".join([
        r"\begin{table}", r"\centering", f"\\caption{{{escaped(table.title)}}}",
        f"\\begin{{tabular}}{{{''.join(kinds)}}}", r"\toprule", _line(heads), r"\midrule", *body,
        r"\bottomrule", r"\end{tabular}", *notes, r"\end{table}", "",
    ])  # fmt: skip


def escaped(words: str) -> str:
    words = "".join(_SPECIAL.get(letter, letter) for letter in words)
    return " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", words).split())


def _line(cells: list[str]) -> str:
    # A bracket right behind the \\ of the line before would be taken for its argument.
    return re.sub(r"^\[", "{[}", " & ".join(cells)) + r" \\"


def _interval(cell: Cell) -> bool:
    return isinstance(cell, Estimate) and cell.low is not None


def _cell_columns(cell: Cell, wide: bool) -> list[str]:
    value, _, interval = shown(cell).partition(" [")
    if not wide:
        return [escaped(shown(cell))]
    return [escaped(value), escaped(f"[{interval}") if interval else ""]
