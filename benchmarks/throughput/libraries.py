"""Programs with libraries: a fresh interpreter that imports them, against a zygote that has them loaded."""

from __future__ import annotations

import subprocess
import time
from contextlib import closing, nullcontext
from dataclasses import dataclass

from asmeant.execution.judges import PythonJudge
from asmeant.execution.zygotes import Zygote, ZygoteKind
from asmeant.records import Check, Limits, Program, Scaffold
from throughput import accounting
from throughput.accounting import Spread, ratios, spread


@dataclass(frozen=True, slots=True)
class Tier:
    """What a zygote has loaded, and a program that needs it and ends with an answer of True."""

    name: str
    preload: tuple[str, ...]
    code: str


TIERS = (
    Tier("bare", (), "def f():\n    return sorted([3, 1, 2]) == [1, 2, 3]\n"),
    Tier(
        "numpy",
        ("numpy",),
        "import numpy as np\ndef f():\n    return bool(np.arange(9.0).reshape(3, 3).sum() == 36)\n",
    ),
    Tier(
        "pandas",
        ("numpy", "pandas"),
        "import pandas as pd\n"
        "def f():\n"
        "    frame = pd.DataFrame({'key': list('abab'), 'value': [1, 2, 3, 4]})\n"
        "    return frame.groupby('key')['value'].sum().to_dict() == {'a': 4, 'b': 6}\n",
    ),
    Tier(
        "scikit-learn",
        ("numpy", "pandas", "sklearn.linear_model"),
        "import numpy as np\nfrom sklearn.linear_model import LinearRegression\n"
        "def f():\n"
        "    x = np.arange(10.0).reshape(-1, 1)\n"
        "    return bool(abs(LinearRegression().fit(x, 2 * x[:, 0]).coef_[0] - 2) < 1e-6)\n",
    ),
)
FRESH_RUNS, ZYGOTE_RUNS = 3, 30


@dataclass(frozen=True, slots=True)
class Measured:
    """`times` is how many times faster the zygote is; the empty program shows what its fork alone costs."""

    tier: str
    fresh_ms: Spread
    zygote_ms: Spread
    times: Spread
    empty_cpu_ms: Spread


def measure(tier: Tier, python: str, rounds: int) -> Measured | None:
    """None where that Python cannot run the program of the tier."""
    if subprocess.run([python, "-c", f"{tier.code}assert f()"], capture_output=True).returncode:
        return None
    fresh, loaded, empty = [], [], []
    with closing(Zygote(ZygoteKind(python, preload=tier.preload))) as zygote:
        in_zygote(zygote, tier.code, 1)
        for _ in range(rounds):
            fresh.append(in_fresh(python, tier.code, FRESH_RUNS))
            loaded.append(in_zygote(zygote, tier.code, ZYGOTE_RUNS))
            before = accounting.cpu_seconds(zygote.process.pid)
            in_zygote(zygote, "def f(): return True", ZYGOTE_RUNS)
            used = accounting.cpu_seconds(zygote.process.pid) - before
            empty.append(1000 * used / ZYGOTE_RUNS)
    return Measured(tier.name, spread(fresh), spread(loaded), ratios(fresh, loaded), spread(empty))


def in_fresh(python: str, code: str, runs: int) -> float:
    """Milliseconds a program."""
    begun = time.perf_counter()
    for _ in range(runs):
        subprocess.run([python, "-c", f"{code}assert f()"], check=True, capture_output=True)
    return 1000 * (time.perf_counter() - begun) / runs


def in_zygote(zygote: Zygote, code: str, runs: int) -> float:
    check = Check(probes=("assert candidate() == True",))
    programs = [Program("t", rank, "python", code, (check,), Scaffold(entry="f")) for rank in range(runs)]
    begun = time.perf_counter()
    judge = PythonJudge()
    for program in programs:
        for seen in judge.observe(program, Limits(), lambda _program, _reference: nullcontext(zygote)):
            assert seen.ending == "finished", seen.reason
    return 1000 * (time.perf_counter() - begun) / runs
