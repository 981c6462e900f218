"""A terminal at which nobody sits -> the end of input for whoever reads from it, and that somebody did.

Who waits for a key without reading lines, as an editor does, does not end then. It is ended after a moment.
"""

from __future__ import annotations

import contextlib
import os
import signal
import struct
import termios
import threading
from typing import Any, List, NamedTuple, Optional

from .readings import text_of

WATCH_SECONDS = 0.05
END_OF_INPUT = b"\x04"
MOST_TIMES = 20
READ = {"x86_64": (0,), "aarch64": (63,)}
POLL = {"x86_64": (7, 271), "aarch64": (73,)}  # poll, ppoll
SELECT = {"x86_64": (23, 270), "aarch64": (72,)}  # select, pselect6
POLLED = struct.Struct("ihh")
POLL_INPUT = 1
MOST_ENDS = 1024


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
        times = 0
        while self.terminal is not None and not self.done.wait(WATCH_SECONDS):
            if any(self.waits(pid) for pid in os.listdir("/proc") if pid.isdigit() and pid != "1"):
                self.was_asked = True
                times += 1
                with contextlib.suppress(OSError):
                    os.write(self.terminal.master, END_OF_INPUT)
            if times > MOST_TIMES:
                with contextlib.suppress(OSError):
                    os.kill(-1, signal.SIGKILL)  # all in this world but the zygote, which is its first
            self.drain()

    def waits(self, pid: str) -> bool:
        """Whether a process is in the middle of waiting for the terminal: as the kernel says."""
        with contextlib.suppress(OSError, ValueError, IndexError, struct.error):
            words = text_of(f"/proc/{pid}/syscall").split()
            call, arguments = int(words[0]), [int(word, 16) for word in words[1:3]]
            return any(self.is_terminal(pid, end) for end in awaited_ends(pid, call, arguments))
        return False

    def is_terminal(self, pid: str, end: int) -> bool:
        with contextlib.suppress(OSError):
            return os.stat(f"/proc/{pid}/fd/{end}").st_rdev == self.device
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


def awaited_ends(pid: str, call: int, arguments: List[int]) -> List[int]:
    """The open files from which a process awaits input in this system call."""
    machine = os.uname().machine
    first, second = arguments
    if call in READ.get(machine, ()):
        return [first]
    if call in POLL.get(machine, ()):
        data = memory_of(pid, first, POLLED.size * min(second, MOST_ENDS))
        return [end for end, events, _ in POLLED.iter_unpack(data) if events & POLL_INPUT]
    if call in SELECT.get(machine, ()):
        count = min(first, MOST_ENDS)
        data = memory_of(pid, second, (count + 7) // 8) if second else b""
        return [end for end in range(8 * len(data)) if data[end // 8] >> end % 8 & 1 and end < count]
    return []


def memory_of(pid: str, address: int, size: int) -> bytes:
    file = os.open(f"/proc/{pid}/mem", os.O_RDONLY)
    try:
        return os.pread(file, size, address)
    finally:
        os.close(file)
