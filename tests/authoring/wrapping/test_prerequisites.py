"""Imports that a snippet lacks."""

from __future__ import annotations

import pytest

from asmeant.authoring.wrapping import prerequisites


@pytest.mark.parametrize(
    ("code", "statements"),
    [
        ("len(xs)", []),
        ("re.sub('a', 'b', s)", ["import re"]),
        ("np.zeros(3) + pd.Series(xs)", ["import numpy as np", "import pandas as pd"]),
        ("requests.get(url)", ["import requests"]),
        ("datetime.now()", ["from datetime import datetime"]),
        ("datetime.timedelta(1)", ["import datetime"]),
        ("Counter(xs)", ["from collections import Counter"]),
        ("sorted(xs, key=itemgetter(1))", ["from operator import itemgetter"]),
        ("sqrt(2)", ["from math import sqrt"]),
        ("urllib.request.urlopen(url)", ["import urllib", "import urllib.request"]),
        ("os.path.join(a, b)", ["import os"]),
        ("inspect.getargspec(f)", ["import inspect"]),  # it was removed, and is the module's all the same
        ("BeautifulSoup(text)", ["from bs4 import BeautifulSoup"]),
        ("import re\nre.sub('a', 'b', s)", []),
        ("df.groupby('a')", []),
        ("not Python (", []),
    ],
)
def test_statements(code: str, statements: list[str]) -> None:
    assert [item.statement for item in prerequisites(code)] == statements


def test_a_variable_is_no_module() -> None:
    assert prerequisites("string.upper()", ["string"]) == []


def test_which_library_must_be_installed() -> None:
    items = {item.name: (item.library, item.is_standard) for item in prerequisites("plt.plot(os.listdir())")}
    assert items == {"plt": ("matplotlib", False), "os": ("os", True)}
