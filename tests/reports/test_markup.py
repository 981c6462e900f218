from __future__ import annotations

from asmeant.reports import Table, to_html
from asmeant.tables import Estimate

TABLE = Table(
    "A_title & more",
    ("", "pass@1", "tasks"),
    (("a|b <i>", Estimate(0.5, 0.25, 0.75), 3), ("[x]", None, 10), ("all", Estimate(1.0), 13)),
    ("A note: 100%.",),
)


def test_html_is_escaped_and_says_what_it_sorts_by() -> None:
    page = to_html(TABLE)
    assert "a|b &lt;i&gt;" in page
    assert "<i>" not in page
    assert '<td class="number" data-value="0.5">50.0 <small>[25.0–75.0]</small></td>' in page
    assert '<td class="number">–</td>' in page
    assert page.count('class="total"') == 1
