"""Old behaviour that ODEX's references rely on, given back to Python 3.11. Imports nothing of ours.

The sandbox runs `install` in the guest before any trial. What each change is for, and which tasks need it, is
in docs/reference/odex-world.md. Every change is to a library; none looks at the program that runs.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import sys
from collections import namedtuple
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent


def install(answers: list[dict[str, Any]], live: bool) -> None:
    """Makes the changes; with `live` the network is the real one, else the canned answers are."""
    hooks = load("hooks", HERE.parent / "hooks.py")
    hooks.after_import(
        {
            "re": inline_flags_anywhere,
            "random": sample_of_a_set,
            "inspect": argspec,
            "urllib": submodules("parse", "request", "error"),
            "matplotlib": known_fonts,
            # The same module, by all the names under which it gets imported.
            "keras.optimizers": legacy_optimizers,
            "keras.api._v2.keras.optimizers": legacy_optimizers,
            "tensorflow.keras.optimizers": legacy_optimizers,
        }
    )
    standins = HERE / "standins"
    hooks.stand_in({"aspose": standins / "aspose.py", "aspose.words": standins / "aspose_words.py"})
    if not live:
        places = load("network", HERE.parent / "network.py").install(answers, hooks.after_import)
        load("tls", HERE.parent / "tls.py").install(places, hooks.after_import)


def load(name: str, path: Path) -> Any:
    """A file beside this one, out of the way of any name that a program may import."""
    full = f"_asmeant_{name}"
    spec = importlib.util.spec_from_file_location(full, path)
    assert spec is not None
    assert spec.loader is not None
    module = sys.modules[full] = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def inline_flags_anywhere(re: ModuleType) -> None:
    """Until Python 3.11, a flag such as (?i) could stand anywhere in a pattern, and held for all of it."""
    compile_strictly = vars(re)["_compile"]
    misplaced = "global flags not at the start of the expression"

    def compile_pattern(pattern: Any, flags: Any) -> Any:
        try:
            return compile_strictly(pattern, flags)
        except vars(re)["error"] as error:
            moved = flag_in_front(pattern, error.pos) if error.msg == misplaced else None
            if moved is None:
                raise
        return compile_pattern(moved, flags)

    vars(re)["_compile"] = compile_pattern


def flag_in_front(pattern: Any, place: int) -> Any | None:
    """The pattern with the flag that stands at `place` moved to its front."""
    close = b")" if isinstance(pattern, bytes) else ")"
    end = pattern.find(close, place) + 1
    return pattern[place:end] + pattern[:place] + pattern[end:] if end > 0 else None


def sample_of_a_set(random: ModuleType) -> None:
    """Until Python 3.11, random.sample took sets, and with them the keys of a dictionary."""
    generator = vars(random)["Random"]
    sample_strictly: Callable[..., Any] = generator.sample

    def sample(self: Any, population: Any, k: int, *, counts: Any = None) -> Any:
        if isinstance(population, (set, frozenset, type({}.keys()))):
            population = tuple(population)
        return sample_strictly(self, population, k, counts=counts)

    generator.sample = sample
    vars(random)["sample"] = vars(random)["_inst"].sample


def argspec(inspect: ModuleType) -> None:
    """Until Python 3.11 there were inspect.getargspec and inspect.ArgSpec."""
    names = vars(inspect)
    if "getargspec" in names:
        return
    ArgSpec = namedtuple("ArgSpec", "args varargs keywords defaults")

    def getargspec(func: Any) -> Any:
        """The names and default values of a Python function's parameters."""
        full = names["getfullargspec"](func)
        if full.kwonlyargs or full.annotations:
            raise ValueError(
                "Function has keyword-only parameters or annotations, use inspect.signature() API "
                "which can support them"
            )
        return ArgSpec(full.args, full.varargs, full.varkw, full.defaults)

    names.update(ArgSpec=ArgSpec, getargspec=getargspec)


def submodules(*names: str) -> Callable[[ModuleType], None]:
    """`import urllib` alone was enough wherever something else had already imported the submodule."""

    def change(package: ModuleType) -> None:
        def find(name: str) -> Any:
            if name in names:
                return importlib.import_module(f"{package.__name__}.{name}")
            raise AttributeError(f"module {package.__name__!r} has no attribute {name!r}")

        vars(package)["__getattr__"] = find

    return change


def known_fonts(matplotlib: ModuleType) -> None:
    """Reads the list of fonts that was made when the world was built; a program could not keep its own."""
    folder = os.environ.get("ASMEANT_FONTS")
    if folder and Path(folder).is_dir():
        vars(matplotlib)["get_cachedir"] = lambda: folder


def legacy_optimizers(optimizers: ModuleType) -> None:
    """Until Keras 2.11, the optimizers were those that are now called legacy: they take lr= and decay=."""
    legacy = vars(optimizers)["legacy"]
    for name, kind in vars(legacy).items():
        if isinstance(kind, type) and name in vars(optimizers):
            vars(optimizers)[name] = kind
