"""The world of ODEX. Why each pin and each shim: docs/reference/odex-world.md"""

from __future__ import annotations

from pathlib import Path

from asmeant.execution.worlds.world import Tier, World

_ALWAYS = ("collections", "datetime", "itertools", "json", "random", "re", "unittest.mock")

ODEX = World(
    name="odex",
    about="what ODEX's references need: 32 libraries of their day, and a network of canned answers",
    folder=Path(__file__).resolve().parent,
    pythons=("3.11",),
    size_mb=2000,
    shims="shims.py",
    tiers=(
        # Not before a fork: tensorflow and opencv start threads.
        Tier(("tensorflow", "keras", "cv2"), ("numpy",)),
        Tier(("matplotlib", "seaborn"), (*_ALWAYS, "numpy", "pandas", "matplotlib.pyplot")),
        Tier(("pandas",), (*_ALWAYS, "numpy", "pandas")),
        Tier(("numpy", "scipy", "sklearn"), (*_ALWAYS, "numpy")),
        Tier(("sympy",), (*_ALWAYS, "sympy")),
        Tier(("requests", "bs4", "urllib", "http", "lxml"), (*_ALWAYS, "urllib.request", "requests", "bs4")),
        Tier((), _ALWAYS),
    ),
    environment={
        # matplotlib wants a folder that it can write to; the fonts that it found are in one that it cannot.
        "MPLCONFIGDIR": "/tmp/matplotlib",
        "ASMEANT_FONTS": "{home}/matplotlib",
        "MPLBACKEND": "Agg",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        # A trial may start 64 threads, and tensorflow starts several for each core.
        "TF_NUM_INTEROP_THREADS": "1",
        "TF_NUM_INTRAOP_THREADS": "1",
    },
    warming="import os; os.environ['MPLCONFIGDIR'] = os.environ['ASMEANT_FONTS']; import matplotlib.pyplot",
)
