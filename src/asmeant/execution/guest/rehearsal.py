"""Programs of ours -> a zygote in which what Python makes ready at first use is ready for each child."""

from __future__ import annotations

import marshal
import socket
import sys

from . import candidate, messages
from .error_text import forget_lines
from .functions import MODULE

# As often as Python runs a line before it makes it quick.
REHEARSALS = 16


def rehearse() -> None:
    """Once before the first fork: what Python makes ready when it is used first is then ready in each child.

    Two programs of ours are run here, in the zygote, one of which fails. They leave nothing.
    """
    jobs = [job("number * 2"), job("[][number]")]
    harness, own = socket.socketpair()
    with harness, own:
        for number in range(2 * REHEARSALS):
            harness.sendall(jobs[number % 2])
            candidate.do_job(messages.Reader(own.fileno()))
            harness.recv(messages.PIECE_BYTES)
    del sys.modules[MODULE]
    forget_lines()


def job(answer: str) -> bytes:
    """A message to a candidate's process, as the harness writes it: to try a function that answers this."""
    steps = f"{candidate.TELL}(twice(2))\n{candidate.TELL}([twice('a'), (1.5, None), {{'a': {{True}}}}])"
    code = marshal.dumps(compile(steps, "<probe>", "exec", dont_inherit=True))
    message = {
        "work": "steps", "source": f"def twice(number):\n    return {answer}\n", "setup": "",
        "setup_code": b"", "steps": steps, "steps_code": code, "entry": "twice", "function": "twice",
        "files": {}, "assigned": [], "visible": [], "loops": [], "memory_mb": 0,
    }  # fmt: skip
    return messages.framed(marshal.dumps(message, 2))
