"""A zygote: a process that has loaded the libraries of a place, and forks a child for each trial.

For a trial it is told the limits and handed the ends of the child's channels; what is said on them it
never sees. So there is nothing in its memory that a child could find: no program, no probe, no answer of
another trial. There are two of them in each sandbox, which share /box: one for candidates, one for probes
(isolation.enter).
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import marshal
import os
import random
import resource
import socket
import sys
import time
import types
from typing import Any, Dict, List, Tuple

from . import candidate, forking, isolation, libraries, state, turns
from .box import clear_box, make_box
from .messages import receive, receive_with_files, send
from .warming import warm_up
from .watching import watch

Job = Dict[str, Any]
# Each after those that it imports.
OF_PROBES = ("lending", "patches", "rewriting", "vocabulary", "guarding", "probing")


def main() -> None:
    control = os.dup(0)
    silence()
    settings = receive(control)
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
    del settings["modules"]
    try:
        missing = prepare(settings)
    except BaseException as error:
        send(control, {"fault": f"{type(error).__name__}: {error}"})
        return
    send(control, {"ready": True, "missing": missing, "magic": importlib.util.MAGIC_NUMBER.hex()})
    serve(socket.socket(fileno=control), settings)
    if not settings["isolated"]:
        import shutil  # large: a child would pay for it

        shutil.rmtree(settings["box"], ignore_errors=True)


def wait_for_probes(settings: Job) -> None:
    """Most tasks never need a probe process: what it would load is loaded when the first one does."""
    plug = socket.socket(fileno=settings["probes"])
    if plug.recv(1, socket.MSG_PEEK):
        prepare(settings)
        serve(plug, settings)


def silence() -> None:
    """Nothing but children's own pipes may be reached through the standard files."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for number in (0, 1, 2):
        os.dup2(nothing, number)


def begin(settings: Job) -> str:
    """Enters new worlds, where there are to be walls: in which of the two this process is then."""
    settings["modules"] = read_ahead()
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
    if settings["role"] == "candidates":
        make_box(box)
    os.environ.update(HOME=os.path.join(box, "work"), TMPDIR=os.path.join(box, "tmp"))
    missing = [module for module in settings["preload"] if not preloaded(module)]
    warm_up()
    libraries.install()
    if settings["role"] == "candidates":
        settings["run_child"] = candidate.live
        candidate.rehearse()
        clear_box(box)
    else:
        importlib.import_module("unittest.mock")
        probing = loaded(settings.pop("modules"))
        settings["run_child"] = probing.live
        probing.patches.watch_modules()
    sys.path.insert(0, "")  # of the folder itself, probes import nothing: see guarding.py
    if "tempfile" in sys.modules:
        vars(sys.modules["tempfile"])["tempdir"] = None
    # Chance is the same on every run, wherever a program has not asked for its own.
    random.seed(settings["seed"])
    if "numpy.random" in sys.modules:
        sys.modules["numpy.random"].seed(settings["seed"])
    forking.let_go()
    state.remember()
    gc.collect()
    gc.freeze()  # a collection in a child would copy what it could share
    return missing


def read_ahead() -> List[Tuple[str, bytes]]:
    """What only probes need: a process that forks for candidates is quicker without it.

    Once the two have parted, the files are out of sight.
    """
    names = [f"{__package__}.{name}" for name in OF_PROBES]
    loaders: List[Any] = [importlib.util.find_spec(name).loader for name in names]  # type: ignore[union-attr]
    return [(name, marshal.dumps(loader.get_code(name))) for name, loader in zip(names, loaders)]


def loaded(modules: List[Tuple[str, bytes]]) -> Any:
    """The last of these modules, with the others behind it."""
    for name, code in modules:
        module: Any = types.ModuleType(name)
        module.__package__ = __package__
        sys.modules[name] = module
        setattr(sys.modules[str(__package__)], name.rpartition(".")[2], module)
        exec(marshal.loads(code), vars(module))
    return module


def follow_moved_paths() -> None:
    """A Python that lies in what is /tmp in here was put elsewhere: it must know where it is."""
    for name in ("prefix", "exec_prefix", "base_prefix", "base_exec_prefix", "executable"):
        setattr(sys, name, isolation.inside(getattr(sys, name)))
    sys.path[:] = map(isolation.inside, sys.path)
    sys.path_importer_cache.clear()
    for module in list(sys.modules.values()):
        paths = getattr(module, "__path__", None)
        if isinstance(paths, list):
            paths[:] = map(isolation.inside, paths)


def load_file(path: str) -> Any:
    spec = importlib.util.spec_from_file_location("_asmeant_shims", path)
    module = importlib.util.module_from_spec(spec)  # type: ignore[arg-type]
    spec.loader.exec_module(module)  # type: ignore[union-attr]
    return module


def preloaded(module: str) -> bool:
    try:
        importlib.import_module(module)
        return True
    except Exception:  # a world may lack it, or it may be broken there
        return False


def installed(name: str) -> bool:
    try:
        return name in sys.modules or importlib.util.find_spec(name) is not None
    except (ImportError, ValueError):
        return False


# ── trials ─────────────────────────────────────────────────────────────────────────────────────────


def serve(control: socket.socket, settings: Job) -> None:
    while True:
        job, files = receive_with_files(control)
        if job is None:
            return
        if "end" in job:
            continue  # the trial had just ended by itself
        if "modules" in job:
            send(control.fileno(), {"missing": [name for name in job["modules"] if not installed(name)]})
        else:
            send(control.fileno(), trial(job, files, control, settings))


def trial(limits: Job, files: List[int], control: socket.socket, settings: Job) -> Job:
    """Runs one child to its end, or to its deadline; afterwards nothing that it started is left."""
    begun = time.monotonic()
    role, box = settings["role"], settings["box"]
    turn = files.pop() if limits["turns"] else -1
    # What can be done on this side of the fork is: a child pays for every page that it touches first.
    limits["resources"] = candidate.resources(limits)
    used = children_seconds()
    pid = os.fork()
    if pid == 0:
        try:
            control.close()  # what is the zygote's own is out of a child's reach
            isolation.libc = None  # type: ignore[assignment]
            settings["run_child"](limits, box, files, turn)
        finally:
            os._exit(0)  # not sys.exit: what the candidate left to run at exit must not run
    for end in files:
        os.close(end)
    own_turn = turns.TURN[role]
    observed = watch(
        pid, control, limits, begun, settings["isolated"], lambda: turn < 0 or turns.read(turn) == own_turn
    )
    if turn >= 0:
        os.close(turn)
    clean = state.is_as_first() and (role != "candidates" or clear_box(box))
    return dict(observed, clean=clean, cpu_seconds=round(children_seconds() - used, 4))


def children_seconds() -> float:
    """CPU time of all children that have been waited for."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
