"""A library that was loaded -> one that has also done what it puts off until its first use.

pandas imports a part of itself with the first table that is printed or grouped, and every child would do so
again.
"""

from __future__ import annotations

import contextlib
import sys


def warm_up() -> None:
    # It only saves time: what cannot be done here says so to the program that needs it.
    with contextlib.suppress(Exception):
        if "pandas" in sys.modules:
            warm_up_pandas()


def warm_up_pandas() -> None:
    pandas = sys.modules["pandas"]
    table = pandas.DataFrame({"key": ["a", "b"], "value": [1.0, 2.0]})
    table.groupby("key").sum().sort_values("value").to_string()
    table.merge(table, on="key").drop_duplicates().describe()
    pandas.to_datetime(pandas.Series(["2020-01-01"])).dt.year.tolist()
