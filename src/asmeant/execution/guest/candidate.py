"""One program -> its answers. This process runs the candidate, and holds nothing that decides.

It is told what to load and what to do: take steps, each of which gives an answer; or serve, which is to
do what a probe process asks (objects.py). What is said on the channel is one message for each answer, and
last how it ended. Nothing here needs to be trusted: code that tampers with it only gives another answer.
"""

from __future__ import annotations

import errno
import marshal
import os
import resource
import socket
import sys
import types
from importlib import import_module
from os import chdir, write  # as they are, whatever a probe makes of them
from typing import Any, Dict, List, Optional, Tuple

from . import cgroup, errors, messages
from .encoding import Encoder, Room, quoted, tagged
from .error_text import cause, describe, forget_lines, remember_line, show
from .functions import MODULE, bound, functions_of
from .names import BUILTINS, Names
from .objects import GoneError, Peer
from .stand_ins import StandIn
from .surroundings import Surroundings

Job = Dict[str, Any]
TELL = "_asmeant_tell"
# As often as Python runs a line before it makes it quick.
REHEARSALS = 16
NOTHING_CARRIED = '{"tuple": [{"dict": []}, null]}'
PROBES_MODULE = "_asmeant_probes"
FINISHED = messages.framed(b'{"ending": "finished"}')


def live(limits: Job, box: str, ends: List[int], turn: int) -> None:
    """The life of a child: it is told its job, does it, and is ended."""
    if turn >= 0:
        os.close(turn)
    channel = ends[0]
    confine(limits, box, ends)
    reader = messages.Reader(channel)
    job = reader.receive_job()
    if job is None:
        return
    if job["files"]:
        write_files(job["files"])
    final = attempt(job, reader)
    flush()
    if final is None:
        write(channel, FINISHED)
    else:
        messages.send(channel, final)


def flush() -> None:
    """What was printed is said before what follows it. What a probe put in their place is the probe's."""
    own = [stream for stream in (sys.stdout, sys.stderr) if not issubclass(type(stream), StandIn)]
    for stream in (*own, sys.__stdout__, sys.__stderr__):
        try:
            stream.flush()  # type: ignore[union-attr]
        except BaseException:
            continue


def confine(limits: Job, box: str, ends: List[int]) -> None:
    cgroup.close_counter()
    os.setsid()
    chdir(box + "/work")
    os.dup2(ends[1], 1)
    os.dup2(ends[2], 2)
    os.close(ends[1])
    os.close(ends[2])
    for what, most in limits["resources"]:
        try:
            resource.setrlimit(what, most)
        except (ValueError, OSError):  # not every system limits everything
            continue


def write_files(files: Dict[str, str]) -> None:
    for path, text in files.items():
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)


def resources(limits: Job) -> List[Tuple[int, Tuple[int, int]]]:
    """The limits that the kernel keeps for each process."""
    cpu = cpu_backstop(limits["seconds"])
    memory, disk = limits["memory_mb"] << 20, limits["disk_mb"] << 20
    wanted = (
        (resource.RLIMIT_CPU, cpu, cpu + 1),
        (resource.RLIMIT_AS, memory, memory),
        (resource.RLIMIT_FSIZE, disk, disk),
    )
    return [(what, (lowered(what, soft), lowered(what, hard))) for what, soft, hard in wanted]


def cpu_backstop(seconds: float) -> int:
    """In whole seconds, for the kernel: a second more than the limit, which is kept by who watches."""
    return int(-(-seconds // 1)) + 1


def lowered(what: int, wanted: int) -> int:
    ceiling = resource.getrlimit(what)[1]
    return wanted if ceiling == resource.RLIM_INFINITY else min(wanted, ceiling)


def rehearse() -> None:
    """Once before the first fork: what Python makes ready when it is used first is then ready in each child.

    A program of ours is run here, in the zygote, and leaves nothing.
    """
    steps = f"{TELL}(twice(2))\n{TELL}([twice('a'), (1.5, None), {{'a': {{True}}}}])"
    code = marshal.dumps(compile(steps, "<probe>", "exec", dont_inherit=True))
    job = {
        "work": "steps", "source": "def twice(number):\n    return number * 2\n", "setup": "",
        "setup_code": b"", "steps": steps, "steps_code": code, "entry": "twice", "function": "twice",
        "files": {}, "assigned": [], "visible": [], "memory_mb": 0,
    }  # fmt: skip
    body = messages.framed(marshal.dumps(job, 2))
    harness, own = socket.socketpair()
    with harness, own:
        for _ in range(REHEARSALS):
            harness.sendall(body)
            reader = messages.Reader(own.fileno())
            attempt(reader.receive_job() or {}, reader)
            flush()
            write(own.fileno(), FINISHED)
            harness.recv(messages.PIECE_BYTES)
    del sys.modules[MODULE]
    forget_lines()


def attempt(job: Job, reader: messages.Reader) -> Optional[Job]:
    """Loads the program and does its job: how that ended, None for well."""
    at = ["the code"]
    try:
        remember_line(job["source"], "<candidate>")
        module = sys.modules[MODULE] = types.ModuleType(MODULE)
        run(job["source"], "<candidate>", module.__dict__)
        own = dict(module.__dict__)
        if job["work"] == "list":
            return {"ending": "finished", "functions": functions_of(module, job["entry"], job["assigned"])}
        if job["setup"]:
            at[0] = "the setup"
            run(job["setup"], "<setup>", module.__dict__, job["setup_code"])
        at[0] = "probe"
        function = bound(module, job["function"]) if job["entry"] else None
        if job["work"] == "serve":
            Server(reader, module, own, function).serve(job)
        else:
            take_steps(job, reader.end, module, own, function)
        return None
    except GoneError:
        return None
    except MemoryError:
        return {"ending": "out of memory", "at": at[0], "reason": f"needed more than {job['memory_mb']} MB"}
    except BaseException as error:
        remember_line(job["setup"], "<setup>")
        remember_line(job["steps"], "<probe>")
        show(error)
        final = {"ending": "failed", "at": at[0], "reason": describe(error)}
        final.update(cause(error, errors.shown(error)))
        if isinstance(error, OSError) and error.errno == errno.ENOMEM:
            final["ending"] = "out of memory"
        elif isinstance(error, ImportError):
            final["lacks"] = str(error.name)
        return final


def run(source: str, name: str, names: Dict[str, Any], compiled: bytes = b"") -> None:
    """Runs a source, or what the harness has made of it for all candidates of a task."""
    exec(marshal.loads(compiled) if compiled else compile(source, name, "exec", dont_inherit=True), names)


def take_steps(job: Job, channel: int, module: Any, own: Job, function: Any) -> None:
    """Steps are statements; `TELL(value)` in them gives an answer."""
    encoder = Encoder()

    def tell(value: Any = None) -> None:
        try:
            text = encoder.text(value)
        except RecursionError:
            with Room():
                text = encoder.text(value)
        body = messages.framed(tagged("value", text).encode())
        written = write(channel, body)
        while written < len(body):
            written += write(channel, body[written:])

    shown = frozenset(job["visible"])
    names = Names(
        lambda name: visible(module, own, name),
        lambda name, value: show_to(module, own, name, value, name in shown),
    )
    dict.update(names, {"__name__": MODULE, TELL: tell})
    if job["entry"]:
        module.__dict__.setdefault("candidate", function)
        dict.update(names, {job["entry"]: function, "candidate": function})
    run(job["steps"], "<probe>", names, job["steps_code"])


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

    def __init__(self, reader: messages.Reader, module: Any, own: Job, function: Any) -> None:
        super().__init__(reader, "c")
        self.unsent: List[bytes] = []
        self.module = module
        self.own = own
        self.originals: Dict[Tuple[str, str], Any] = {}
        self.surroundings = Surroundings()
        self.lend(0, function)
        # Of what the setup defines the probes have a twin: an object of such a class goes by its fields.
        self.of_setup = {
            value: name
            for name, value in vars(module).items()
            if isinstance(value, type) and name not in own and value.__module__ == MODULE
        }

    def special(self, kind: type) -> Any:
        return Server.by_fields if kind in self.of_setup else super().special(kind)

    def by_fields(self, value: Any, depth: int) -> str:
        fields = self.pairs(list(vars(value).items()), depth) if hasattr(value, "__dict__") else "[]"
        return tagged("fields", "[" + quoted(self.of_setup[type(value)]) + ", " + fields + "]")

    def serve(self, job: Job) -> None:
        mine = [name for name in self.own if not name.startswith("__")]
        self.send('{"loaded"', ": " + Encoder().text(mine) + "}")
        if job["chance"]:
            self.surroundings.follow_chance()
        while True:
            self.reply(self.hear())

    def unknown(self, kind: str, content: Any) -> Any:
        if kind == "module":
            return import_module(content)
        if kind == "imported":
            module, _, name = content.partition(":")
            held: Any = import_module(module)
            for part in name.split("."):
                held = getattr(held, part)
            return held
        return super().unknown(kind, content)

    def say(self, kind: str, content: Any, more: Any = None) -> None:
        flush()  # once its last answer is heard, this process may be ended
        super().say(kind, content, more)

    def send(self, head: str, tail: str) -> None:
        """Where more is asked already, answers go together: to wake up who waits for them takes time."""
        self.unsent.append(messages.framed((head + tail).encode("utf-8", "surrogatepass")))
        if not self.reader.has_message():
            messages.send_bytes(self.end, b"".join(self.unsent))
            self.unsent.clear()

    def perform(self, operation: str, parts: List[Any]) -> Any:
        if operation == "global":
            return visible(self.module, self.own, parts[0])
        if operation == "import":
            return import_module(parts[0])
        if operation == "state":
            module, name = parts
            return getattr(import_module(module), name)
        return super().perform(operation, parts)

    def ends(self, error: BaseException) -> bool:
        return isinstance(error, (GoneError, MemoryError))

    def described(self, error: BaseException) -> str:
        flush()
        try:
            arguments = self.copied(Encoder.text, errors.arguments_of(error), 0)
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
        owner = self.module if module == PROBES_MODULE else sys.modules.get(module)
        kind = getattr(owner, name, None)
        return kind if isinstance(kind, type) else type(stand_in)

    def claim(self, stand_in: Any, name: str, arguments: Tuple[Any, ...]) -> Any:
        return self.operate(stand_in, "do", name, arguments)

    def may_swallow(self, error: BaseException) -> bool:
        return True

    def claims(self, name: str, stand_in: Any) -> bool:
        return False

    def after_answer(self) -> Any:
        return self.surroundings.changes()

    def arrange(self, arrangement: Dict[str, Any]) -> None:
        for name, value in arrangement.get("names", ()):
            show_to(self.module, self.own, name, value, meant=True)
        for module, path, value in arrangement.get("patches", ()):
            self.patch(module, path, value)
        if "arguments" in arrangement:
            sys.argv[:] = arrangement["arguments"]
        if "environment" in arrangement:
            self.surroundings.set_environment(arrangement["environment"])
        if "folder" in arrangement:
            self.surroundings.set_folder(arrangement["folder"])
        if "chance" in arrangement:
            self.surroundings.set_chance(arrangement["chance"])

    def patch(self, module: str, path: str, value: Any) -> None:
        *owners, name = path.split(".")
        target: Any = import_module(module)
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
        setattr(target, name, as_method(value) if isinstance(target, type) else value)


def as_method(value: Any) -> Any:
    """A function that a probe puts into a class is called with the object."""
    if not issubclass(type(value), StandIn) or object.__getattribute__(value, "_kind") != "builtins.function":
        return value

    def method(*arguments: Any, **options: Any) -> Any:
        return value(*arguments, **options)

    return method


MISSING = object()
