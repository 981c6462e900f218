from __future__ import annotations

import pytest

from asmeant.reports import Table, to_latex
from asmeant.reports.latex import escaped
from asmeant.tables import Estimate

TABLE = Table(
    "A_title & more",
    ("", "pass@1", "tasks"),
    (("a|b <i>", Estimate(0.5, 0.25, 0.75), 3), ("[x]", None, 10), ("all", Estimate(1.0), 13)),
    ("A note: 100%.",),
)


def test_latex() -> None:
    assert to_latex(TABLE).splitlines() == [
        r"\begin{table}",
        r"\centering",
        r"\caption{A\_title \& more}",
        r"\begin{tabular}{lr@{~}lr}",
        r"\toprule",
        r" & \multicolumn{2}{c}{pass@1} & tasks \\",
        r"\midrule",
        r"a\textbar{}b \textless{}i\textgreater{} & 50.0 & [25.0--75.0] & 3 \\",
        r"{[}x] & -- &  & 10 \\",
        r"\midrule",
        r"all & 100.0 &  & 13 \\",
        r"\bottomrule",
        r"\end{tabular}",
        r"\par\smallskip\footnotesize A note: 100\%.",
        r"\end{table}",
    ]


@pytest.mark.parametrize(
    ("words", "latex"),
    [
        (r"\input{x}", r"\textbackslash{}input\{x\}"),
        ("50% of $x_1^2$ #~", r"50\% of \$x\_1\textasciicircum{}2\$ \#\textasciitilde{}"),
        ("two\nlines\x00", "two lines"),
        ("日本語", "日本語"),
    ],
)
def test_latex_is_escaped(words: str, latex: str) -> None:
    assert escaped(words) == latex
