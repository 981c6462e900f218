"""A program of ours -> a zygote in which what Python makes ready at first use is ready for each child."""

from __future__ import annotations

import marshal
import socket
import sys

from . import candidate, messages
from .error_text import forget_lines
from .functions import MODULE
from .printing import flush

# As often as Python runs a line before it makes it quick.
REHEARSALS = 16


def rehearse() -> None:
    """Once before the first fork: what Python makes ready when it is used first is then ready in each child.

    A program of ours is run here, in the zygote, and leaves nothing.
    """
    steps = f"{candidate.TELL}(twice(2))\n{candidate.TELL}([twice('a'), (1.5, None), {{'a': {{True}}}}])"
    code = marshal.dumps(compile(steps, "<probe>", "exec", dont_inherit=True))
    job = {
        "work": "steps", "source": "def twice(number):\n    return number * 2\n", "setup": "",
        "setup_code": b"", "steps": steps, "steps_code": code, "entry": "twice", "function": "twice",
        "files": {}, "assigned": [], "visible": [], "loops": [], "memory_mb": 0,
    }  # fmt: skip
    body = messages.framed(marshal.dumps(job, 2))
    harness, own = socket.socketpair()
    with harness, own:
        for _ in range(REHEARSALS):
            harness.sendall(body)
            reader = messages.Reader(own.fileno())
            candidate.attempt(reader.receive_job() or {}, reader)
            flush()
            messages.send_bytes(own.fileno(), candidate.FINISHED)
            harness.recv(messages.PIECE_BYTES)
    del sys.modules[MODULE]
    forget_lines()
