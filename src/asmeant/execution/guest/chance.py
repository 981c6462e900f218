"""Where the generators of chance stand, so that a candidate and its probes draw from the same ones.

The numbers of a state go as bytes: to write out each of them would take longer than all else that is asked.
"""

from __future__ import annotations

import random
import sys
from array import array
from importlib import import_module
from typing import Any, List, Tuple


def state() -> Tuple[Any, ...]:
    version, numbers, gauss = random.getstate()
    generators: List[Any] = [(version, array("I", numbers).tobytes(), gauss)]
    if "numpy.random" in sys.modules:
        name, keys, position, has_gauss, gauss = sys.modules["numpy.random"].get_state()
        generators.append((name, keys.tobytes(), int(position), int(has_gauss), float(gauss)))
    return tuple(generators)


def restore(generators: Any) -> None:
    version, numbers, gauss = generators[0]
    random.setstate((version, tuple(array("I", numbers)), gauss))
    if len(generators) > 1:
        name, keys, *rest = generators[1]
        import_module("numpy.random")  # which numpy itself loads late
        numpy = sys.modules["numpy"]
        numpy.random.set_state((name, numpy.frombuffer(keys, dtype="uint32"), *rest))
