"""Both ends of a channel in one process: a candidate that serves in a thread, and probes that ask it."""

from __future__ import annotations

import socket
import sys
import threading
import types
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from asmeant.execution.guest import probing
from asmeant.execution.guest.functions import MODULE
from asmeant.execution.guest.messages import GoneError, Reader
from asmeant.execution.guest.probing import Prober
from asmeant.execution.guest.rewriting import STATE_OF, TYPE_OF
from asmeant.execution.guest.serving import Server


@contextmanager
def peers(
    source: str, permissions: Sequence[str] | None = (), visible: Sequence[str] = ()
) -> Iterator[Prober]:
    """The asking end; what it runs finds the candidate's `f`."""
    mine, theirs = socket.socketpair()
    module = types.ModuleType(MODULE)
    exec(compile(source, "<candidate>", "exec"), module.__dict__)
    server = Server(Reader(theirs.fileno()), module, dict(module.__dict__), module.__dict__.get("f"))
    thread = threading.Thread(target=_serve, args=(server,))
    thread.start()
    job: dict[str, Any] = {
        "permissions": permissions,
        "visible": visible,
        "chance": False,
        "record": False,
        "codes": {},
    }
    prober = Prober(mine.fileno(), job, -1)
    own = {"__name__": probing.MODULE, TYPE_OF: prober.type_of, STATE_OF: prober.state_of}
    dict.update(prober.names, own)
    sys.modules[probing.MODULE] = types.ModuleType(probing.MODULE)
    entry = prober.borrow(0, "builtins.function", "__call__ __eq__ __hash__")
    dict.update(prober.names, {"f": entry, "candidate": entry})
    try:
        yield prober
    finally:
        mine.close()
        thread.join(10)
        theirs.close()
        del sys.modules[probing.MODULE]
    assert not thread.is_alive()


def _serve(server: Server) -> None:
    try:
        server.serve({"chance": False})
    except (GoneError, OSError):
        return


def run(
    source: str, probe: str, permissions: Sequence[str] | None = (), visible: Sequence[str] = ()
) -> Prober:
    """Runs a probe to its end: raises what it raises."""
    with peers(source, permissions, visible) as prober:
        prober.run(probe, "<probe 1>")
        return prober


def value(prober: Prober, expression: str) -> Any:
    prober.run(f"_value = {expression}", "<probe 1>")
    return dict.__getitem__(prober.names, "_value")
