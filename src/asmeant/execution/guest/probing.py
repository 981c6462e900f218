"""The probes of one check -> whether they hold. This process decides, and runs no line of a candidate.

Setup and probes run here as they are written. The candidate's functions are stand-ins: calling one is a
request to the process that runs the candidate (objects.py), and what comes back is a value. What a probe
patches is patched over there, too.
"""

from __future__ import annotations

import os
import sys
import types
from json import loads
from marshal import loads as loads_code
from os import getcwd  # as they are, whatever a probe makes of them
from typing import Any, Dict, List, Optional

from . import errors, guarding, messages, patches, turns
from .believing import Believer
from .candidate import confine
from .encoding import ENCODERS, FRAMES, Encoder, quoted
from .error_text import cause, describe, remember_line, shown
from .messages import GoneError
from .names import BUILTINS, Names
from .printing import flush
from .recording import Recording
from .rewriting import STATE_OF, TYPE_OF, rewritten
from .serving import PROBES_MODULE
from .stand_ins import StandIn
from .surroundings import Surroundings

Job = Dict[str, Any]
MODULE = PROBES_MODULE
ENDING = {"__next__": "StopIteration", "__anext__": "StopAsyncIteration", "await": "StopAsyncIteration"}
SPOKEN = {"ask", "answer", "raise"}
ENDINGS = ("failed", "out of memory")
LAST_WORDS = ("ending", "at", "reason", "lacks", "exception", "raised_by")


def live(limits: Job, box: str, ends: List[int], turn: int) -> None:
    """The life of a probe process: report, standard output and error, and the channel to the candidate."""
    report, channel = ends[0], ends[3]
    confine(limits, box, ends)
    os.set_inheritable(report, False)
    os.set_inheritable(channel, False)
    sys.setrecursionlimit(sys.getrecursionlimit() + FRAMES)  # what is nested deeply is read here, too
    job = messages.Reader(report).receive_job()
    if job is None:
        return
    prober = Prober(channel, job, turn)
    final = prober.decide(job)
    flush()
    final.update(
        token=job["token"],
        refused=prober.refused,
        operations=sorted(prober.operations),
        claims=prober.believed,
        crossed=prober.crossed,
        unaskable=prober.unaskable,
    )
    messages.send(report, final)


class Prober(Believer):
    """The deciding end: asks, and believes only values."""

    def __init__(self, channel: int, job: Job, turn: int) -> None:
        super().__init__(messages.Reader(channel), job["permissions"])
        self.turn = turn
        self.visible = frozenset(job["visible"])
        self.theirs: frozenset[str] = frozenset()
        self.part = ""  # of the job, that runs
        self.loaded = False
        self.fresh_names: Dict[str, Any] = {}
        self.known_arguments = list(sys.argv)
        self.surroundings = Surroundings()
        self.failure: Job = {}
        self.names = Names(self.find, self.store)
        # What the harness has made of the sources for all candidates of a task, by their names.
        self.codes = {name: loads_code(code) for name, code in job["codes"].items()}
        self.last_shown = ""
        self.ending = ""  # the error by which what is asked may end
        self.broken: Optional[AssertionError] = None
        self.fresh_chance: Any = None
        self.recording = Recording(job["record"])
        self.number = 0  # of the probe that runs

    # ── a check ────────────────────────────────────────────────────────────────────────────────────

    def decide(self, job: Job) -> Job:
        """Runs setup and probes: how many of them held, and why the next one did not."""
        module = sys.modules[MODULE] = types.ModuleType(MODULE)
        dict.update(self.names, {"__name__": MODULE, TYPE_OF: self.type_of, STATE_OF: self.state_of})
        module.__dict__.update(self.names)
        if job["entry"]:
            entry = self.borrow(0, "builtins.function", "__call__ __eq__ __hash__")
            dict.update(self.names, {job["entry"]: entry, "candidate": entry})
        if job["chance"]:
            self.surroundings.follow_chance()
        patches.watch_modules()
        guarding.guard(self, getcwd(), [job["preamble"], job["setup"], *job["probes"]])
        passed, at = 0, "the setup"
        try:
            for self.part in ("preamble", "setup"):
                self.run(job[self.part], f"<{self.part}>")
            at = self.part = "probe 1"
            self.wait_until_loaded()
            for self.number, probe in enumerate(job["probes"], 1):
                at = f"probe {self.number}"
                self.run(probe, f"<{at}>")
                passed = self.number
            return {"passed": passed, "ending": "finished", "conversation": self.recording.turns}
        except GoneError:
            failure = dict(self.failure, passed=passed)
            return dict(failure, at=at) if failure.get("at") == "probe" else failure
        except BaseException as error:
            sys.stderr.write(self.last_shown or shown(error))
            final = {"passed": passed, "ending": "failed", "at": at, "reason": describe(error)}
            final.update(cause(error, self.last_shown or shown(error)))
            if isinstance(error, ImportError):
                final["lacks"] = str(error.name)
            return final

    def run(self, source: str, name: str) -> None:
        remember_line(source, name)
        code = self.codes.get(name)
        exec(code if code is not None else rewritten(source, name), self.names)

    def wait_until_loaded(self) -> None:
        if self.loaded:
            return
        turns.give(self.turn, "candidates")
        body = self.reader.receive_text()
        turns.give(self.turn, "probes")
        if body is None:
            raise GoneError
        message = loads(body)
        if "loaded" not in message:
            self.give_up(message)
        self.theirs = frozenset(message["loaded"])
        self.loaded = True

    def hear(self) -> Job:
        turns.give(self.turn, "candidates")
        message = super().hear()
        turns.give(self.turn, "probes")
        self.heard_messages.append(self.last_heard)
        if not SPOKEN & message.keys():
            self.give_up(message)
        self.recording.add_answer(self.last_heard, message)
        return message

    def send(self, head: str, tail: str) -> None:
        # Chance is left out: who draws from it is not asked in the same words again.
        self.recording.add_question(self.number, head + tail)
        chance, self.fresh_chance = self.fresh_chance, None
        apart = ', "chance": ' + Encoder().text(chance) if chance is not None else ""
        super().send(head + apart, tail)

    def give_up(self, last_word: Job) -> None:
        """The candidate's process has ended, and said why; or somebody made a message up."""
        words = {key: last_word.get(key, "") for key in LAST_WORDS}
        known = all(type(word) is str for word in words.values()) and words["ending"] in ENDINGS
        self.failure = {key: word for key, word in words.items() if word} if known else {"forged": True}
        raise GoneError

    # ── names ──────────────────────────────────────────────────────────────────────────────────────

    def find(self, name: str) -> Any:
        """A name that neither probes nor setup have bound may be the candidate's."""
        if name in BUILTINS or name.startswith("__"):
            raise KeyError(name)
        if not self.knows(name):
            self.recording.give_up()  # another program may define it
            raise KeyError(name)
        return self.ask("global", name)

    def knows(self, name: str) -> bool:
        self.wait_until_loaded()
        return name in self.theirs

    def store(self, name: str, value: Any) -> None:
        if name in self.visible and not self.has_itself(value):
            self.fresh_names[name] = value

    def has_itself(self, value: Any) -> bool:
        """Whether the candidate's process has it, too: it loads the preamble, and what it needs of the setup.

        Of the setup only data is sent, as that may change on either side.
        """
        kind = type(value)
        has_form = kind in ENCODERS or Encoder.special(self, kind) is not type(self).refer
        return self.part == "preamble" or (self.part == "setup" and (issubclass(kind, type) or not has_form))

    def type_of(self, value: Any) -> Any:
        """What `type(value)` means in a probe: a remote object says what its class is called."""
        if not isinstance(type(value), type) or not issubclass(type(value), StandIn):
            return type(value)
        claimed = self.class_claimed(value)
        if claimed is not type(value):
            return claimed
        module, _, name = object.__getattribute__(value, "_kind").rpartition(".")
        return type(name, (), {"__module__": module, "__qualname__": name})

    def state_of(self, module: Any, name: str) -> Any:
        """A list or the like that belongs to a library: the candidate's, as that is what the code changes."""
        value = getattr(module, name)
        if not issubclass(type(module), types.ModuleType) or type(value) not in (list, dict, set):
            return value
        if not self.loaded or name == "modules" or isinstance(value, Names):
            return value
        operation = f"state {module.__name__}.{name}"
        if self.permissions is not None:
            return self.ask("state", module.__name__, name) if operation in self.permissions else value
        theirs = self.ask("state", module.__name__, name)
        if theirs == value:
            return value  # the reference leaves it alone, so it may be what is expected
        self.operations.add(operation)
        return theirs

    # ── what goes over before a question ───────────────────────────────────────────────────────────

    def ask(self, operation: str, *parts: Any) -> Any:
        self.wait_until_loaded()
        self.last_shown = ""
        before, self.ending = self.ending, ENDING.get(parts[1] if operation == "do" else operation, "")
        try:
            answer = super().ask(operation, *parts)
        finally:
            self.ending = before
        if self.broken is not None:
            raise self.broken  # in a function that was lent: the candidate may have swallowed it
        return answer

    def perform(self, operation: str, parts: List[Any]) -> Any:
        try:
            return super().perform(operation, parts)
        except AssertionError as error:
            self.broken = error
            raise

    def before_ask(self) -> Any:
        arrangement: Dict[str, Any] = {}
        changed = patches.take_changes()
        if changed:
            arrangement["patches"] = tuple(changed)
        if self.fresh_names:
            arrangement["names"] = tuple(self.fresh_names.items())
            self.fresh_names = {}
        if sys.argv != self.known_arguments:
            self.known_arguments = list(sys.argv)
            arrangement["arguments"] = tuple(sys.argv)
        arrangement.update(self.surroundings.changes())
        self.fresh_chance = arrangement.pop("chance", None)
        return arrangement

    def arrange(self, arrangement: Dict[str, Any]) -> None:
        """What the candidate changed around itself, as far as the reference does, too."""
        self.surroundings.take_over(arrangement, self.permits)

    def unknown(self, kind: str, content: Any) -> Any:
        if kind == "errors":
            return errors.own_class(content)
        return self.of_setup(*content) if kind == "fields" else super().unknown(kind, content)

    def of_setup(self, name: str, fields: Any) -> Any:
        """An object of a class of the setup: the class is the one here, the fields come from there."""
        kind = dict.get(self.names, name)
        if not isinstance(kind, type) or kind.__module__ != MODULE:
            raise ValueError(f"{name} is no class of the setup")
        made: Any = object.__new__(kind)
        for field, tree in fields:
            # A field in the place of a method would be the candidate's word.
            if type(field) is str and not field.startswith("__") and not callable(getattr(kind, field, None)):
                object.__setattr__(made, field, self.value(tree))
        return made

    # ── errors ─────────────────────────────────────────────────────────────────────────────────────

    def described(self, error: BaseException) -> str:
        arguments = Encoder().text(tuple(part for part in error.args if isinstance(part, (str, int, float))))
        parts = [Encoder().text(errors.names_of(error)), quoted(errors.text_of(error)), arguments]
        return "[" + ", ".join([*parts, '""', "null"]) + "]"

    def ends(self, error: BaseException) -> bool:
        return isinstance(error, (GoneError, MemoryError))

    def error(self, tree: Any) -> BaseException:
        names, text, arguments, traceback, lacks, carried = tree
        self.last_shown = str(traceback)
        end = errors.end_of(names)
        ends = bool(end) and (end == self.ending or self.permits(f"end {end}"))
        error = errors.rebuilt(names, str(text), tuple(self.value(arguments)), ends, self.value(carried))
        if isinstance(error, ImportError):
            error.name = lacks if isinstance(lacks, str) else None
        return error
