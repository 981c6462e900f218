"""A program that runs long -> whether one of its loops can never end.

Now and then, for a hundredth of a second of CPU time, each line is followed. At the first statement of a
loop's body, all that the loop can reach is written down: the variables of the call, those of the module, and
what they hold. If it is there again in the same call and nothing differs, it does the same for ever. Nothing
else has a say, as the program is closed and hides no state: the harness names the loops of which that is
known (`languages/loops.py`), and the numbers whose value no longer matters (`languages/counters.py`).

The stack of a call holds values as well, which cannot be read. At the beginning of a statement these are the
iterators of the `for` loops around it, and they go on only where a line outside of the loop is run: then what
was written down is forgotten.

Who says of itself that it never ends has failed, so there is nothing to gain by it.
"""

from __future__ import annotations

import os
import signal
import sys
import types
from typing import Any, Callable, Dict, List, Sequence, Tuple

from . import messages
from .printing import flush

Counter = Tuple[str, int, int, Sequence[Any]]
Loop = Tuple[int, int, int, bool, Sequence[str], Sequence[Counter]]
# CPU seconds until the first look, and how long each takes. The time between two is doubled each time.
FIRST_SECONDS, LOOK_SECONDS = 0.02, 0.01
# Once would be enough.
TIMES = 3
MOST_VALUES, MOST_TEXT, MOST_BITS = 2000, 10_000, 10_000
MOST_LINE = 100
TEXTS = (str, bytes)
GROWING = (int, float, str, list)
SEQUENCES = (str, bytes, tuple)
PATTERNS = (("re", "Pattern"), ("re", "RegexFlag"))
# Classes and forms of these cannot be changed by a program that sets no attribute. One that the program has
# made itself may hold a list.
MODULES = (
    "builtins", "collections", "collections.abc", "functools", "itertools", "operator", "re", "string",
    "types", "typing",
)  # fmt: skip
_fixed: Dict[int, Any] = {}


class UnknownError(Exception):
    """There is something whose state cannot be compared."""


class Watch:
    """Follows the loops of a program. `end` is called with the first line of one that never ends."""

    def __init__(self, loops: Sequence[Loop], names: Dict[str, Any], end: Callable[[int], None]) -> None:
        self.loops = list(loops)
        self.names = names
        self.end = end
        self.pause_seconds = FIRST_SECONDS
        self.followed: List[Any] = []
        self.memories: Dict[Tuple[Any, int], Memory] = {}

    def begin(self) -> None:
        signal.signal(signal.SIGPROF, self.look)
        signal.setitimer(signal.ITIMER_PROF, self.pause_seconds)

    def look(self, _number: int, frame: Any) -> None:
        """Begins to follow the calls that are under way, or ends that."""
        if self.followed or not self.loops:
            self.let_go()
            return
        while frame is not None:
            if frame.f_globals is self.names and frame.f_code.co_filename == "<candidate>":
                frame.f_trace = self.step
                self.followed.append(frame)
            frame = frame.f_back
        sys.settrace(ignore)
        signal.setitimer(signal.ITIMER_PROF, LOOK_SECONDS)

    def let_go(self) -> None:
        sys.settrace(None)
        for frame in self.followed:
            frame.f_trace = None
        self.followed.clear()
        self.memories.clear()
        self.pause_seconds *= 2
        if self.loops:
            signal.setitimer(signal.ITIMER_PROF, self.pause_seconds)

    def step(self, frame: Any, event: str, _value: Any) -> None:
        if event != "line":
            return
        for loop in self.loops:
            start, first, last, is_idle, growing, counters = loop
            if not first <= frame.f_lineno <= last:
                self.memories.pop((frame, start), None)
            elif frame.f_lineno == start and frame.f_lasti == offset_of(frame.f_code, start):
                try:
                    state = () if is_idle else state_of(frame, self.names, growing, counters)
                except (UnknownError, MemoryError, RecursionError):
                    self.loops.remove(loop)
                    return
                if self.memories.setdefault((frame, start), Memory()).meets(state):
                    self.end(first)


class Memory:
    """States of a loop, of which one is kept: a later one each time, so that a cycle of any length is met."""

    def __init__(self) -> None:
        self.state: Any = None
        self.times = 0
        self.steps, self.most_steps = 0, 1

    def meets(self, state: Any) -> bool:
        if state == self.state:
            self.times += 1
            return self.times == TIMES
        self.steps += 1
        if self.steps == self.most_steps:
            self.state, self.times = state, 0
            self.steps, self.most_steps = 0, 2 * self.most_steps
        return False


def watch(loops: Sequence[Loop], names: Dict[str, Any], source: str, channel: int) -> None:
    """From now on: where a loop of the program never ends, that is the last word of this process."""

    def end(line: int) -> None:
        flush()
        text = source.split("\n")[line - 1].strip()[:MOST_LINE]
        reason = f"nothing changes on which the loop `{text}` depends, so it never ends"
        messages.send(channel, {"ending": "timed out", "reason": reason})
        os._exit(0)

    Watch(loops, names, end).begin()


def ignore(_frame: Any, _event: str, _value: Any) -> None:
    """Calls that begin now are not followed."""


def offset_of(code: Any, line: int) -> int:
    """Where the instructions of a line begin. Python 3.10 is the first that tells."""
    if not hasattr(code, "co_lines"):
        return -1
    return min((begin for begin, _, number in code.co_lines() if number == line), default=-1)


def state_of(
    frame: Any, names: Dict[str, Any], growing: Sequence[str] = (), counters: Sequence[Counter] = ()
) -> Tuple[Any, ...]:
    """All that a call can reach, so that two of them are equal only where nothing differs that matters."""
    writer = Writer(names)
    own = frame.f_locals
    alone = own_variables(frame)
    ignored = {name for name in growing if type(alone.get(name)) in GROWING}
    if "len" not in names and "len" not in own:
        ignored.update(counter[0] for counter in counters if is_beyond(counter, alone))
    states = [
        type(own[name]) if name in ignored else writer.state(own[name])
        for name in (sorted(own) if own is not names else ())
    ]
    shared = [(name, writer.state(names[name])) for name in sorted(names) if name != "__builtins__"]
    return tuple(sorted(own)), tuple(ignored), tuple(states), tuple(shared)


def own_variables(frame: Any) -> Dict[str, Any]:
    """The variables of a call that no other call can read or set."""
    code = frame.f_code
    alone = set(code.co_varnames) - set(code.co_cellvars)
    return {name: value for name, value in frame.f_locals.items() if name in alone}


def is_beyond(counter: Counter, variables: Dict[str, Any]) -> bool:
    """Whether a number that is only counted has left behind all that it is compared with."""
    name, sign, margin, bounds = counter
    value = variables.get(name)
    if type(value) is not int:
        return False
    for bound in bounds:
        limit: Any = variables.get(bound) if type(bound) is str else bound
        if type(limit) in SEQUENCES:
            limit = sign * len(limit)
        if type(limit) is not int or sign * (value - limit) <= margin:
            return False
    return True


def fixed_values() -> Dict[int, Any]:
    """The classes and forms of `MODULES` by their ids, collected once."""
    if not _fixed:
        for name in MODULES:
            held = vars(sys.modules[name]).values() if name in sys.modules else ()
            _fixed.update((id(value), value) for value in held if is_form(value))
    return _fixed


def is_form(value: Any) -> bool:
    return isinstance(value, type) or type(value).__module__ == "typing"


class Writer:
    """Values -> what they are made of, and which of them are one and the same."""

    def __init__(self, names: Dict[str, Any]) -> None:
        self.names = names
        self.fixed = fixed_values()
        self.met: Dict[int, int] = {}
        self.count = 0

    def state(self, value: Any) -> Any:
        self.count += 1
        if self.count > MOST_VALUES:
            raise UnknownError
        kind = type(value)
        if value is None or kind is bool or (kind is int and value.bit_length() <= MOST_BITS):
            return kind, value
        if kind in TEXTS and len(value) <= MOST_TEXT:
            return kind, value
        if kind in (float, complex, range) and value == value:  # what is no number differs from itself
            return kind, repr(value)
        if kind is tuple:
            return kind, tuple(map(self.state, value))
        if id(value) in self.met:
            return "met", self.met[id(value)]
        self.met[id(value)] = len(self.met)
        if kind is list:
            return kind, tuple(map(self.state, value))
        if kind is types.FunctionType:
            return self.function(value)
        if kind is types.BuiltinFunctionType:
            return id(value), value, self.state(value.__self__)
        if kind is types.ModuleType or id(value) in self.fixed:
            return id(value), value
        return self.instance(value)

    def instance(self, value: Any) -> Any:
        """Of a class of Python: patterns, and types such as `List[int]`."""
        kind = type(value)
        if id(kind) in self.fixed and (kind.__module__, kind.__name__) in PATTERNS:
            return id(value), value
        if id(kind) in self.fixed and kind.__module__ == "typing" and hasattr(value, "__dict__"):
            return id(value), value, self.state(tuple(vars(value).values()))
        raise UnknownError

    def function(self, value: Any) -> Any:
        if value.__globals__ is not self.names or value.__dict__:
            raise UnknownError
        try:
            cells = [cell.cell_contents for cell in value.__closure__ or ()]
        except ValueError:  # one that is empty
            raise UnknownError from None
        held = [*(value.__defaults__ or ()), *(value.__kwdefaults__ or {}).values(), *cells]
        return id(value), value, tuple(map(self.state, held))
