"""A terminal at which nobody sits -> the end of input for whoever reads from it, and that somebody did."""

from __future__ import annotations

import contextlib
import os
import termios
import threading
from typing import Any, List, NamedTuple, Optional

from .readings import text_of

WATCH_SECONDS = 0.05
END_OF_INPUT = b"\x04"
READ = {"x86_64": 0, "aarch64": 63}


class Terminal(NamedTuple):
    """One that nobody sits at."""

    master: int
    slave: int
    settings: List[Any]


def open_terminal() -> Optional[Terminal]:
    try:
        master, slave = os.openpty()
    except OSError:  # a machine without terminals
        return None
    os.set_blocking(master, False)
    return Terminal(master, slave, termios.tcgetattr(slave))


class Attendant:
    """Gives the end of input to whoever reads from the terminal, and notes that somebody did."""

    def __init__(self, terminal: Optional[Terminal]) -> None:
        self.terminal = terminal
        self.was_asked = False
        self.done = threading.Event()
        self.thread = threading.Thread(target=self.attend, daemon=True)
        if terminal is not None:
            self.device = os.fstat(terminal.slave).st_rdev
            self.thread.start()

    def attend(self) -> None:
        while self.terminal is not None and not self.done.wait(WATCH_SECONDS):
            if any(self.waits(pid) for pid in os.listdir("/proc") if pid.isdigit() and pid != "1"):
                self.was_asked = True
                with contextlib.suppress(OSError):
                    os.write(self.terminal.master, END_OF_INPUT)
            self.drain()

    def waits(self, pid: str) -> bool:
        """Whether a process is in the middle of reading from the terminal: as the kernel says."""
        with contextlib.suppress(OSError, ValueError, IndexError):
            words = text_of(f"/proc/{pid}/syscall").split()
            if int(words[0]) == READ.get(os.uname().machine):
                return os.stat(f"/proc/{pid}/fd/{int(words[1], 16)}").st_rdev == self.device
        return False

    def drain(self) -> None:
        """What is written to the terminal must not fill it up."""
        if self.terminal is not None:
            with contextlib.suppress(OSError):
                while os.read(self.terminal.master, 65536):
                    pass

    def leave(self) -> None:
        self.done.set()
        if self.terminal is None:
            return
        self.thread.join()
        self.drain()
        termios.tcsetattr(self.terminal.slave, termios.TCSANOW, self.terminal.settings)
        termios.tcflush(self.terminal.slave, termios.TCIOFLUSH)
