"""A zygote: a process that has loaded the libraries of a place, and forks a child for each trial.

For a trial it is told the limits and handed the ends of the child's channels; what is said on them it
never sees. So there is nothing in its memory that a child could find: no program, no probe, no answer of
another trial. There are two of them in each sandbox, which share /box: one for candidates, one for probes
(isolation.enter).
"""

from __future__ import annotations

import gc
import importlib
import json
import os
import random
import socket
import sys
from typing import Any, Dict, List

from . import ahead, forking, isolation, kernel, packing, root
from .messages import Reader, send
from .warming import warm_up

Job = Dict[str, Any]
MAGIC_NUMBER = sys.modules["_frozen_importlib_external"].MAGIC_NUMBER  # of importlib.util, which is large


def main() -> None:
    control = os.dup(0)
    silence()
    settings = Reader(control).receive_job()
    if settings is None:
        return
    os.environ.pop("LD_BIND_NOW", None)  # that was for this process
    try:
        settings["role"] = begin(settings)
    except BaseException as error:
        send(control, {"fault": f"{type(error).__name__}: {error}"})
        return
    if settings["role"] == "probes":
        os.close(control)
        wait_for_probes(settings)
        return
    os.close(settings["probes"])
    try:
        missing = prepare(settings)
    except BaseException as error:
        send(control, {"fault": f"{type(error).__name__}: {error}"})
        return
    send(control, {"ready": True, "missing": missing, "magic": MAGIC_NUMBER.hex()})
    settings.pop("serve")(socket.socket(fileno=control), settings)
    if not settings["isolated"]:
        import shutil  # large: a child would pay for it

        shutil.rmtree(settings["box"], ignore_errors=True)


def wait_for_probes(settings: Job) -> None:
    """Most tasks never need a probe process: what it would load is loaded when the first one does."""
    plug = socket.socket(fileno=settings["probes"])
    if plug.recv(1, socket.MSG_PEEK):
        prepare(settings)
        settings.pop("serve")(plug, settings)


def silence() -> None:
    """Nothing but children's own pipes may be reached through the standard files."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def begin(settings: Job) -> str:
    """Enters new worlds, where there are to be walls: in which of the two this process is then."""
    settings["modules"] = ahead.rest()
    sys.path[:] = [path for path in sys.path if path not in ("", settings["guest"])]
    if settings["shims"]:
        load_file(settings["shims"]).install(json.loads(settings["answers"]), settings["live"])
    if not settings["isolated"]:
        return "candidates" if os.fork() else "probes"
    libraries_at = [path for path in sys.path if path.endswith("-packages") and os.path.isdir(path)]
    own = [sys.prefix, sys.base_prefix, *libraries_at]
    settings["visible"] += [*own, *map(os.path.realpath, own)]
    role = isolation.enter(settings)
    follow_moved_paths()
    settings["box"] = "/box"
    return role


def prepare(settings: Job) -> List[str]:
    """Makes this process fit for trials; what could not be loaded ahead of them."""
    box = settings["box"]
    os.environ.update(HOME=os.path.join(box, "work"), TMPDIR=os.path.join(box, "tmp"))
    missing = [module for module in settings["preload"] if not preloaded(module)]
    warm_up()
    load_own(settings)
    sys.path.insert(0, "")  # of the folder itself, probes import nothing: see guarding.py
    if "tempfile" in sys.modules:
        vars(sys.modules["tempfile"])["tempdir"] = None
    # Chance is the same on every run, wherever a program has not asked for its own.
    random.seed(settings["seed"])
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(settings["seed"])
    forking.let_go()
    gc.collect()
    packing.pack(kernel.libc)
    gc.freeze()  # a collection in a child would copy what it could share
    return missing


def load_own(settings: Job) -> None:
    """What runs in a trial. A process that forks for candidates is quicker without what only probes need."""
    if settings["role"] == "probes":
        importlib.import_module("unittest.mock")
    packing.pack(kernel.libc)
    with settings.pop("modules"):
        # In this order: what is used most lies together.
        for name in ("candidate", "trials", "libraries", "serving"):
            importlib.import_module(f"{__package__}.{name}")
        from . import box, candidate, libraries, rehearsal, state, trials

        libraries.install()
        settings["serve"] = trials.serve
        if settings["role"] == "candidates":
            box.make_box(settings["box"])
            settings["run_child"] = candidate.live
            rehearsal.rehearse()
            box.clear_box(settings["box"])
        else:
            from . import patches, probing

            settings["run_child"] = probing.live
            patches.watch_modules()
        state.remember()


def follow_moved_paths() -> None:
    """A Python that lies in what is /tmp in here was put elsewhere: it must know where it is."""
    for name in ("prefix", "exec_prefix", "base_prefix", "base_exec_prefix", "executable"):
        setattr(sys, name, root.inside(getattr(sys, name)))
    sys.path[:] = map(root.inside, sys.path)
    sys.path_importer_cache.clear()
    for module in list(sys.modules.values()):
        paths = getattr(module, "__path__", None)
        if isinstance(paths, list):
            paths[:] = map(root.inside, paths)


def load_file(path: str) -> Any:
    util = importlib.import_module("importlib.util")
    spec = util.spec_from_file_location("_asmeant_shims", path)
    module = util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def preloaded(module: str) -> bool:
    try:
        importlib.import_module(module)
        return True
    except Exception:  # a world may lack it, or it may be broken there
        return False
