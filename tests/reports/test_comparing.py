from __future__ import annotations

from pathlib import Path

import pytest

from asmeant.reports.comparing import MOST_FLIPS, compared
from asmeant.reports.views import views
from tests.reports.making import make_run


def test_the_difference_its_plot_and_what_flipped(tmp_path: Path) -> None:
    runs = [
        make_run(tmp_path / "one", {"a": "p", "b": "f"}),
        make_run(tmp_path / "two", {"a": "p", "b": "p"}),
    ]
    html = compared(views(runs))
    assert "two − one" in html
    assert "Tasks that flipped: one and two" in html
    assert '<a class="main" href="#task=b">b</a>' in html
    assert '<a class="main" href="#task=a">' not in html
    assert html.count("<svg") == 1


def test_long_lists_of_flips_are_cut(tmp_path: Path) -> None:
    names = [f"t{number}" for number in range(MOST_FLIPS + 3)]
    runs = [make_run(tmp_path / letter, dict.fromkeys(names, letter)) for letter in "fp"]
    html = compared(views(runs, with_causes=False))
    assert html.count('<a class="main" href="#task=') == MOST_FLIPS
    assert "And 3 more" in html


@pytest.mark.parametrize(
    ("other", "words"), [({"b": "p"}, "no task in common"), ({"a": "-"}, "no verdicts yet")]
)
def test_why_runs_cannot_be_compared(tmp_path: Path, other: dict[str, str], words: str) -> None:
    runs = [make_run(tmp_path / "one", {"a": "p"}), make_run(tmp_path / "two", other)]
    html = compared(views(runs))
    assert html.startswith('<p class="notice">')
    assert words in html
