from __future__ import annotations

import re
from xml.etree import ElementTree

from asmeant.authoring.corpus.figure import log_bars


def test_ten_times_as_many_is_one_step_further() -> None:
    picture = log_bars("Uses", {"find": 1000, "ls": 100, "<rm>": 1}, "pairs")
    ElementTree.fromstring(picture)
    bars = [float(width) for width in re.findall(r'width="([\d.]+)" height="13"', picture)]
    find, ls, rm = bars
    assert round(find - ls, 1) == round((ls - rm) / 2, 1)
    assert "&lt;rm&gt;: 1 pairs" in picture


def test_nothing_to_draw() -> None:
    picture = log_bars("Uses", {}, "pairs")
    assert ElementTree.fromstring(picture).tag.endswith("svg")
    assert 'height="13"' not in picture
