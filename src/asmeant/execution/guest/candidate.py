"""One program -> its answers. This process runs the candidate, and holds nothing that decides.

It is told what to load and what to do: take steps, each of which gives an answer; or serve, which is to
do what a probe process asks (objects.py). What is said on the channel is one message for each answer, and
last how it ended. Nothing here needs to be trusted: code that tampers with it only gives another answer.
"""

from __future__ import annotations

import errno
import importlib
import os
import random
import resource
import sys
import types
from typing import Any, Dict, List, Tuple

from . import errors, messages
from .encoding import Encoder, quoted, tagged
from .functions import MODULE, bound, functions_of
from .names import BUILTINS, Names
from .objects import GoneError, Peer
from .stand_ins import StandIn
from .telling import describe, remember_line, show

Job = Dict[str, Any]
TELL = "_asmeant_tell"
NOTHING_CARRIED = '{"tuple": [{"dict": []}, null]}'


def live(limits: Job, box: str, ends: List[int], turn: int) -> None:
    """The life of a child: it is told its job, does it, and is ended."""
    if turn >= 0:
        os.close(turn)
    channel = ends[0]
    confine(limits, box, ends)
    job = messages.receive(channel)
    if job is None:
        return
    write_files(job["files"])
    final = attempt(job, channel)
    flush()
    messages.send(channel, final)


def flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            if not issubclass(type(stream), StandIn):  # what a probe lends holds nothing back here
                stream.flush()
        except BaseException:
            continue


def confine(limits: Job, box: str, ends: List[int]) -> None:
    os.setsid()
    os.chdir(os.path.join(box, "work"))
    os.dup2(ends[1], 1)
    os.dup2(ends[2], 2)
    os.close(ends[1])
    os.close(ends[2])
    set_limits(limits)


def write_files(files: Dict[str, str]) -> None:
    for path, text in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def set_limits(limits: Job) -> None:
    cpu = cpu_backstop(limits["seconds"])
    memory, disk = limits["memory_mb"] << 20, limits["disk_mb"] << 20
    wanted = (
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, disk, disk),
    )
    for what, soft, hard in wanted:
        try:
            resource.setrlimit(what, (lowered(what, soft), lowered(what, hard)))
        except (ValueError, OSError):  # not every system limits everything
            continue


def cpu_backstop(seconds: float) -> int:
    """In whole seconds, for the kernel: a second more than the limit, which is kept by who watches."""
    return int(-(-seconds // 1)) + 1


def lowered(what: int, wanted: int) -> int:
    ceiling = resource.getrlimit(what)[1]
    return wanted if ceiling == resource.RLIM_INFINITY else min(wanted, ceiling)


def attempt(job: Job, channel: int) -> Job:
    """Loads the program and does its job: how that ended."""
    at = ["the code"]
    try:
        remember_line(job["source"], "<candidate>")
        module = sys.modules[MODULE] = types.ModuleType(MODULE)
        run(job["source"], "<candidate>", module.__dict__)
        own = dict(module.__dict__)
        if job["work"] == "list":
            return {"ending": "finished", "functions": functions_of(module, job["entry"], job["assigned"])}
        at[0] = "the setup"
        remember_line(job["setup"], "<setup>")
        run(job["setup"], "<setup>", module.__dict__)
        at[0] = "probe"
        function = bound(module, job["function"]) if job["entry"] else None
        if job["work"] == "serve":
            Server(channel, module, own, function).serve(job)
        else:
            take_steps(job, channel, module, own, function)
        return {"ending": "finished"}
    except GoneError:
        return {"ending": "finished"}
    except MemoryError:
        return {"ending": "out of memory", "at": at[0], "reason": f"needed more than {job['memory_mb']} MB"}
    except BaseException as error:
        show(error)
        final = {"ending": "failed", "at": at[0], "reason": describe(error)}
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            final["ending"] = "out of memory"
        elif isinstance(error, ImportError):
            final["lacks"] = str(error.name)
        return final


def run(source: str, name: str, names: Dict[str, Any]) -> None:
    exec(compile(source, name, "exec", dont_inherit=True), names)


def take_steps(job: Job, channel: int, module: Any, own: Job, function: Any) -> None:
    """Steps are statements; `TELL(value)` in them gives an answer."""
    encoder = Encoder()

    def tell(value: Any = None) -> None:
        messages.send_text(channel, tagged("value", encoder.text(value)))

    shown = frozenset(job["visible"])
    names = Names(
        lambda name: visible(module, own, name),
        lambda name, value: show_to(module, own, name, value, name in shown),
    )
    dict.update(names, {"__name__": MODULE, TELL: tell})
    if job["entry"]:
        module.__dict__.setdefault("candidate", function)
        dict.update(names, {job["entry"]: function, "candidate": function})
    remember_line(job["steps"], "<probe>")
    run(job["steps"], "<probe>", names)


def visible(module: Any, own: Job, name: str) -> Any:
    """A name of the program; of the built-in names, those that the setup gave another meaning."""
    value = module.__dict__[name]
    if name in BUILTINS and own.get(name) is value:
        raise KeyError(name)
    return value


def show_to(module: Any, own: Job, name: str, value: Any, meant: bool) -> None:
    """The program can read what a probe stores. It replaces what is the program's own only where meant to."""
    if meant or (name not in own and name not in BUILTINS):
        module.__dict__[name] = value


# ── asked by a probe process ───────────────────────────────────────────────────────────────────────


class Server(Peer):
    """The candidate's end: does what it is asked."""

    def __init__(self, channel: int, module: Any, own: Job, function: Any) -> None:
        super().__init__(channel, "c")
        self.module = module
        self.own = own
        self.originals: Dict[Tuple[str, str], Any] = {}
        self.known_environment = dict(os.environ)
        self.known_folder = os.getcwd()
        self.chance = False
        self.known_chance: Any = None
        self.classes: Dict[int, type] = {}
        self.lend(0, function)

    def serve(self, job: Job) -> None:
        self.chance = bool(job["chance"])
        mine = [name for name in self.own if not name.startswith("__")]
        messages.send(self.end, {"loaded": {"names": mine}})
        self.known_chance = chance_state() if self.chance else None
        while True:
            self.reply(self.hear())

    def unknown(self, kind: str, content: Any) -> Any:
        if kind == "module":
            return importlib.import_module(content)
        if kind == "imported":
            module, _, name = content.partition(":")
            held: Any = importlib.import_module(module)
            for part in name.split("."):
                held = getattr(held, part)
            return held
        return super().unknown(kind, content)

    def perform(self, operation: str, parts: List[Any]) -> Any:
        try:
            return self.performed(operation, parts)
        finally:
            flush()  # after the last answer this process is ended

    def performed(self, operation: str, parts: List[Any]) -> Any:
        if operation == "global":
            return visible(self.module, self.own, parts[0])
        if operation == "import":
            return importlib.import_module(parts[0])
        if operation == "state":
            module, name = parts
            return getattr(importlib.import_module(module), name)
        return super().perform(operation, parts)

    def ends(self, error: BaseException) -> bool:
        return isinstance(error, (GoneError, MemoryError))

    def described(self, error: BaseException) -> str:
        try:
            arguments = self.copied(Encoder.text, tuple(error.args), 0)
        except BaseException:
            arguments = "[]"
        parts = [Encoder().text(errors.names_of(error)), quoted(errors.text_of(error)), arguments]
        lacks = getattr(error, "name", None) if isinstance(error, ImportError) else None
        try:
            carried = self.copied(Encoder.text, errors.details(error), 0)
        except BaseException:
            carried = NOTHING_CARRIED
        parts += [quoted(errors.shown(error)), Encoder().text(lacks), carried]
        return "[" + ", ".join(parts) + "]"

    def refer(self, value: Any, depth: int) -> str:
        if isinstance(value, type) and issubclass(value, BaseException) and value.__module__ == MODULE:
            names = [[kind.__module__, kind.__qualname__] for kind in value.__mro__ if kind is not object]
            return tagged("errors", self.copied(Encoder.text, names, 0))
        return super().refer(value, depth)

    def error(self, tree: Any) -> BaseException:
        names, text, arguments, *_ = tree
        return errors.rebuilt(names, text, tuple(self.value(arguments)), ends=True)

    def class_claimed(self, stand_in: Any) -> Any:
        """What a probe has lent looks like what it is."""
        module, _, name = object.__getattribute__(stand_in, "_kind").rpartition(".")
        kind = getattr(sys.modules.get(module), name, None)
        return kind if isinstance(kind, type) else type(stand_in)

    def claim(self, stand_in: Any, name: str, arguments: Tuple[Any, ...]) -> Any:
        return self.operate(stand_in, "do", name, arguments)

    def may_swallow(self, error: BaseException) -> bool:
        return True

    def claims(self, name: str, stand_in: Any) -> bool:
        return False

    def after_answer(self) -> Any:
        """What has changed around the program: its folder, its environment, its chance."""
        state: Dict[str, Any] = {}
        try:
            folder = os.getcwd()
        except OSError:
            folder = self.known_folder
        if folder != self.known_folder:
            self.known_folder = state["folder"] = folder
        environment = dict(os.environ)
        if environment != self.known_environment:
            self.known_environment = environment
            state["environment"] = tuple(environment.items())
        if self.chance:
            now = chance_state()
            if now != self.known_chance:
                self.known_chance = state["chance"] = now
        return state

    def arrange(self, arrangement: Dict[str, Any]) -> None:
        for name, value in arrangement.get("names", ()):
            self.remember_class(value, self.module.__dict__.get(name))
            show_to(self.module, self.own, name, value, meant=True)
        for module, path, value in arrangement.get("patches", ()):
            self.patch(module, path, value)
        if "arguments" in arrangement:
            sys.argv[:] = arrangement["arguments"]
        if "environment" in arrangement:
            set_environment(arrangement["environment"])
            self.known_environment = dict(os.environ)
        if "folder" in arrangement:
            os.chdir(arrangement["folder"])
            self.known_folder = os.getcwd()
        if "chance" in arrangement:
            set_chance(arrangement["chance"])
            self.known_chance = chance_state()

    def remember_class(self, value: Any, own: Any) -> None:
        """A class of the setup is the probes'; classes are derived from the one that is here."""
        if isinstance(value, StandIn) and isinstance(own, type):
            self.classes[object.__getattribute__(value, "_number")] = own

    def bases_for(self, number: int) -> Tuple[Any, ...]:
        if number not in self.classes:
            raise TypeError("no class can be derived from one of another process")
        return (self.classes[number],)

    def patch(self, module: str, path: str, value: Any) -> None:
        *owners, name = path.split(".")
        target: Any = importlib.import_module(module)
        for owner in owners:
            target = getattr(target, owner)
        key = (module, path)
        if key not in self.originals:
            self.originals[key] = vars(target).get(name, MISSING) if hasattr(target, "__dict__") else MISSING
        if type(value) is tuple and value == ("original",):
            value = self.originals[key]
            if value is MISSING:
                delattr(target, name)
                return
        setattr(target, name, value)


MISSING = object()


def set_environment(items: Any) -> None:
    wanted = dict(items)
    for name in list(os.environ):
        if name not in wanted:
            del os.environ[name]
    os.environ.update(wanted)


def chance_state() -> Any:
    """Where the generators of chance stand, so that both sides draw from the same ones."""
    state: List[Any] = [random.getstate()]
    if "numpy.random" in sys.modules:
        name, keys, position, has_gauss, gauss = sys.modules["numpy.random"].get_state()
        state.append((name, keys.tobytes(), int(position), int(has_gauss), float(gauss)))
    return tuple(state)


def set_chance(state: Any) -> None:
    random.setstate(state[0])
    if len(state) > 1 and "numpy.random" in sys.modules:
        name, keys, *rest = state[1]
        numpy = sys.modules["numpy"]
        numpy.random.set_state((name, numpy.frombuffer(keys, dtype="uint32"), *rest))
