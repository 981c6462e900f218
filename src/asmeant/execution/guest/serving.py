"""The candidate's end of the channel to a probe process: does what it is asked, where the candidate runs."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any, Dict, List, Tuple

from . import errors, messages
from .encoding import Encoder, quoted, tagged
from .error_text import shown
from .functions import MODULE
from .messages import GoneError
from .names import show_to, visible
from .objects import Peer
from .printing import flush
from .stand_ins import StandIn
from .surroundings import Surroundings

Job = Dict[str, Any]
NOTHING_CARRIED = '{"tuple": [{"dict": []}, null]}'
PROBES_MODULE = "_asmeant_probes"


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
        parts += [quoted(shown(error)), Encoder().text(lacks), carried]
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
