"""An error of a candidate <-> what the probe process is told of it: the names of its classes, its text, its
arguments.

Only classes that exist on the deciding side count. A class that the candidate wrote becomes a twin below
the nearest class that exists there.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any, Dict, List, Optional, Tuple

from .functions import MODULE

MOST_TEXT = 10_000
# Frameworks for tests steer by errors of their own: raised by a candidate, they are errors like any other.
ENDS = ("StopIteration", "StopAsyncIteration", "GeneratorExit", "CancelledError")
STEERING = ("unittest", "_pytest", "pytest", "doctest", "nose")


def names_of(error: BaseException) -> List[List[str]]:
    return [[kind.__module__, kind.__qualname__] for kind in type(error).__mro__ if kind is not object]


def arguments_of(error: BaseException) -> Tuple[Any, ...]:
    """What makes the error again: that of a file keeps the name of the file elsewhere."""
    file = getattr(error, "filename", None) if isinstance(error, OSError) else None
    return (*error.args, file) if file is not None and len(error.args) == 2 else tuple(error.args)


def text_of(error: BaseException) -> str:
    try:
        return str(error)[:MOST_TEXT]
    except BaseException:
        return "an error that cannot be printed"


def details(error: BaseException) -> Tuple[Dict[str, Any], Any]:
    """What an error carries beside its arguments: its fields, and what caused it."""
    fields = {name: value for name, value in vars(error).items() if is_field(name)}
    return fields, error.__cause__


def is_field(name: Any) -> bool:
    return type(name) is str and (not name.startswith("_") or name == "__notes__")


def furnish(error: BaseException, carried: Any) -> None:
    fields, cause = carried
    for name, value in fields.items():
        if is_field(name) and not callable(getattr(type(error), name, None)):
            vars(error)[name] = value
    if isinstance(cause, BaseException):
        error.__cause__ = cause


def own_class(names: List[List[str]]) -> type:
    """A class of the candidate's own: it catches what is of that class, and nothing else."""
    if _class(*names[0]) is not None:
        raise ValueError("a class of a library by another name")
    return class_by(names)


def class_by(names: List[List[str]]) -> type:
    kinds = [_class(*name) for name in names]
    known = [kind for kind in kinds if kind is not None]
    kind = known[0] if known else Exception
    for module, name in reversed(names[: kinds.index(kind)] if known else names[:1]):
        kind = _known_twin(kind, module, name)
    return kind


@lru_cache(maxsize=256)
def _known_twin(base: type, module: str, name: str) -> type:
    return _twin(base, module, name)


def end_of(names: List[List[str]]) -> str:
    """Which of the errors it is that end something without being an error there. Empty for any other."""
    return next((name for _, name in names if name in ENDS), "")


def rebuilt(
    names: List[List[str]],
    text: str,
    arguments: Tuple[Any, ...],
    ends: bool,
    carried: Any = ({}, None),
) -> BaseException:
    """The error as it is raised on the deciding side."""
    base = class_by(names or [["builtins", "Exception"]])
    if end_of(names) and not ends:
        # Raised by a call, it would end a loop or a task in silence. Python forbids it in generators, too.
        return RuntimeError(f"the code raised {base.__name__}")
    error = _made(base, arguments)
    furnish(error, carried)
    if text_of(error) == text:
        return error
    error = _made(_twin(base, base.__module__, base.__qualname__, text), arguments)
    furnish(error, carried)
    return error


def _class(module: str, name: str) -> Optional[type]:
    if module.partition(".")[0] in STEERING or module.startswith(f"{__package__}."):
        return None
    held: Any = sys.modules.get(module)
    if held is None or (module not in ("builtins", MODULE) and not getattr(held, "__spec__", None)):
        return None
    for part in name.split("."):
        held = vars(held).get(part) if hasattr(held, "__dict__") else None
    if not isinstance(held, type) or not issubclass(held, BaseException):
        return None
    return None if held.__module__.partition(".")[0] in STEERING else held  # by whatever name it goes


def _twin(base: type, module: str, name: str, text: Optional[str] = None) -> type:
    space: Dict[str, Any] = {"__module__": module, "__qualname__": name}
    if base.__module__ != "builtins":
        space["__init__"] = lambda self, *args: None
    if text is not None:
        space["__str__"] = lambda self: text
    return type(name.rpartition(".")[2], (base,), space)


def _made(kind: Any, arguments: Tuple[Any, ...]) -> BaseException:
    try:
        error: BaseException = (
            kind(*arguments) if kind.__module__ == "builtins" else kind.__new__(kind, *arguments)
        )
    except Exception:
        error = kind.__new__(kind)
    if not isinstance(error, OSError):
        error.args = arguments
    return error
