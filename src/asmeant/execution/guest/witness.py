"""A channel on which the clean end of a step cannot be forged, for probes that must run beside the candidate.

An audit hook holds a secret that was told to the zygote before the candidate was loaded. Python keeps its
list of hooks out of reach: it cannot be removed or found through frames, and the ways to it through the
garbage collector are audited themselves, and end the trial. The hook vouches for a step only if

- that very step's code was begun, in the runner's own frame,
- control is back in that frame,
- nothing that probes rely on has been replaced since before the candidate was loaded.

What this cannot stop: code that reaches into memory by native means or interrupts the witness by signals from
another process, and code that reads what it should answer out of the probe beside which it runs.
"""

from __future__ import annotations

import contextlib
import dataclasses
import functools
import hashlib
import os
import signal
import sys
import threading
from collections import deque
from types import CodeType, FrameType, FunctionType, ModuleType
from typing import Any, Callable, FrozenSet, List, Tuple

# Reaching for what lies around the candidate. Code that answers a task has no use for these.
REACHING = {
    "gc.get_objects": "looked through all objects of the process",
    "gc.get_referrers": "looked for what refers to an object",
    "sys._current_frames": "looked at the frames of all threads",
    "sys.settrace": "traced the probes",
    "sys.setprofile": "traced the probes",
    "sys.monitoring.register_callback": "traced the probes",
}
NATIVE = {
    "ctypes.dlopen": "called native code",
    "ctypes.dlsym": "called native code",
    "ctypes.cdata": "reached into memory",
    "ctypes.string_at": "reached into memory",
}
# What probes rely on to decide, where a world has loaded it.
RELIED_ON = {
    "math": ("isclose", "fabs"),
    "operator": ("eq", "ne"),
    "numpy": ("allclose", "array_equal", "isclose", "all", "any", "array_equiv"),
    "numpy.testing": ("assert_array_equal", "assert_allclose", "assert_almost_equal", "assert_equal"),
    "pandas.testing": ("assert_frame_equal", "assert_series_equal", "assert_index_equal"),
}
JUDGING_MODULES = ("unittest.case", "unittest.result", "unittest.suite", "unittest.mock")


def relied_on(imports: List[str]) -> List[Tuple[Any, Any, Any]]:
    """The namespace in which each thing that probes rely on stands, its name, and what stands there."""
    modules = sys.modules
    found: List[Tuple[Any, Any, Any]] = [
        (modules, name, modules[name]) for name in imports if name in modules
    ]
    for name, names in RELIED_ON.items():
        space = vars(modules[name]) if name in modules else {}
        found += [(space, key, space[key]) for key in names if key in space]
    for name in JUDGING_MODULES:
        for kind in list(vars(modules[name]).values()) if name in modules else ():
            if isinstance(kind, type) and kind.__module__ == name:
                found += [(vars(kind), key, item) for key, item in vars(kind).items() if callable(item)]
    return found


def known_kinds() -> FrozenSet[type]:
    """Every class that is there before a candidate is: these can be believed."""
    found = set()
    waiting: List[type] = [object]
    while waiting:
        kind = waiting.pop()
        if kind not in found:
            found.add(kind)
            waiting += type.__subclasses__(kind)
    return frozenset(found)


def summon(report: int, steps: List[CodeType], relied: List[Any], runner: FrameType) -> None:
    """Sets the hook. From now on `sys.audit("asmeant.step")` vouches for the next step, if it was taken.

    The hook uses nothing that can be replaced: all that it needs is bound here, where no one finds it. It
    never hashes, compares or prints what it is handed, since that would be code of the candidate's.
    """
    secret = os.urandom(16)
    write, leave, digest = os.write, os._exit, hashlib.blake2b
    getframe, get_ident, getitimer, length = sys._getframe, threading.get_ident, signal.getitimer, len
    timers = (signal.ITIMER_REAL, signal.ITIMER_VIRTUAL, signal.ITIMER_PROF)
    # Copies: the lists that came in can be reached through the frames of those who hold them.
    codes, original, reaching, native = tuple(steps), tuple(relied), dict(REACHING), dict(NATIVE)
    kind_of, text, main = type, str, get_ident()
    changed = ("__code__", "__defaults__", "__kwdefaults__")
    begun: List[int] = []
    taken: List[int] = []
    sealed: List[Tuple[Any, Any, Any]] = []

    def accuse(what: str) -> None:
        write(report, b"tampered " + what.encode("utf-8", "replace") + b"\n")
        leave(1)

    def vouch(caller: Any) -> None:
        step = length(taken)
        if caller is not runner or get_ident() != main or begun[-1:] != [step]:
            accuse("spoke for the runner")
        for relied_upon in (original, sealed):
            for space, name, value in relied_upon:
                if space.get(name) is not value:
                    accuse(f"replaced {name}")
        for timer in timers:
            if getitimer(timer)[0]:
                accuse("left a timer running")
        taken.append(step)
        mark = digest(b"%d" % step, key=secret, digest_size=16).hexdigest()
        write(report, f"clean {step} {mark}\n".encode())

    def seal(caller: Any, names: Any, watched_names: Any) -> None:
        if caller is not runner or sealed:
            accuse("spoke for the runner")
        sealed.extend([(names, name, names.get(name)) for name in watched_names])

    def by_candidate(frame: Any) -> bool:
        while frame is not None and "ctypes" in frame.f_code.co_filename:
            frame = frame.f_back
        return frame is not None and frame.f_code.co_filename == "<candidate>"

    def heard(event: str, arguments: Tuple[Any, ...]) -> None:
        if event == "exec":
            step = length(taken)
            if step < length(codes) and arguments[0] is codes[step] and getframe(2) is runner:
                begun.append(step)
        elif event == "asmeant.step":
            vouch(getframe(2))
        elif event == "asmeant.names":
            seal(getframe(2), arguments[0], arguments[1])
        elif event == "asmeant.lie":
            named = arguments[0] if arguments and kind_of(arguments[0]) is text else "something"
            accuse(f"answered with an object that decides for itself what it equals: {named}")
        elif event in reaching:
            accuse(reaching[event])
        elif event == "object.__setattr__":
            # Defaults are set by libraries, too, as for a namedtuple.
            own = getframe(2).f_code.co_filename.startswith("<")
            if kind_of(arguments[1]) is text and arguments[1] in (changed if own else changed[:1]):
                accuse("changed the code of a function")
        elif event in native and by_candidate(getframe(2)):
            accuse(native[event])

    def hook(event: str, arguments: Tuple[Any, ...]) -> None:
        try:
            heard(event, arguments)
        except BaseException:  # an error would carry this frame, and what it holds, to the candidate
            accuse("disturbed the witness")

    write(report, f"secret {secret.hex()}\n".encode())
    sys.addaudithook(hook)


# ── answers that lie ───────────────────────────────────────────────────────────────────────────────

DECIDING = ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__", "__bool__", "__len__", "__contains__",
            "__instancecheck__", "__class__", "__sub__", "__rsub__", "__abs__", "__round__", "__array__",
            "__float__", "__iter__", "__getattr__", "__getattribute__")  # fmt: skip
LIARS = {("unittest.mock", "_ANY"), ("test.support", "_ALWAYS_EQ")}
MOST_LOOKED_AT = 10_000


def watched(function: Any, known: FrozenSet[type], record: Callable[[Any], None]) -> Any:
    """The candidate's function, its answers recorded. One with its own idea of equality ends the trial."""
    if not callable(function) or (isinstance(function, type) and not decides_itself(function, known)):
        return function

    def candidate(*arguments: Any, **options: Any) -> Any:
        value = function(*arguments, **options)
        kind = liar(value, known)
        if kind is not None:
            sys.audit("asmeant.lie", str(kind.__name__))
        record(value)
        return value

    if isinstance(function, FunctionType):
        functools.update_wrapper(candidate, function)
        candidate.__qualname__ = "candidate"  # where pickle finds it
    return candidate


def liar(value: Any, known: FrozenSet[type]) -> Any:
    """The class which a candidate wrote, and which decides what this, or a part of it, equals."""
    waiting, looked_at = [value], 0
    while waiting and looked_at < MOST_LOOKED_AT:
        looked_at += 1
        part = waiting.pop()
        kind = type(part)
        if (kind.__module__, kind.__name__) in LIARS or decides_itself(kind, known):
            return kind
        if isinstance(part, (list, tuple, set, frozenset, deque)):
            waiting += part
        elif dataclasses.is_dataclass(part):
            waiting += vars(part).values() if hasattr(part, "__dict__") else ()
        elif isinstance(part, dict):
            waiting += [*dict.keys(part), *dict.values(part)]
    return None


def decides_itself(kind: type, known: FrozenSet[type]) -> bool:
    if kind in known or found_in_library(kind):
        return False
    own = [base for base in kind.__mro__ if base not in known and not found_in_library(base)]
    return any(name in vars(base) and not generated(base, name) for base in own for name in DECIDING)


def generated(kind: type, name: str) -> bool:
    """Whether a method is what dataclasses make for such fields, and not one that looks like it."""
    fields = vars(kind).get("__dataclass_fields__")
    if not isinstance(fields, dict):
        return False
    with contextlib.suppress(Exception):
        twin = dataclasses.make_dataclass("twin", list(fields), order=True)
        made, found = vars(twin)[name].__code__, vars(kind)[name].__code__
        return bool((made.co_code, made.co_names) == (found.co_code, found.co_names))
    return False


def found_in_library(kind: type) -> bool:
    """Whether it stands where it says, in a module that was loaded from where libraries are."""
    module = sys.modules.get(str(kind.__module__))
    path = getattr(module, "__file__", None)
    if type(module) is not ModuleType or not isinstance(path, str):
        return False
    found: Any = module
    for name in kind.__qualname__.split("."):
        found = getattr(found, name, None)
    return found is kind and path.startswith((sys.prefix, sys.base_prefix))
