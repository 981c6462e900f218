"""The ends of a trial's channels, on this side of the walls: what was said on each, up to the room for it."""

from __future__ import annotations

import os
import select
import socket
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

PIECE_BYTES = 1 << 16
QUICK_MS = 20.0
# The system waits for 24 days at most: as much as a number of 32 bits holds in milliseconds.
LONGEST_POLL_MS = 2**31 - 1


@dataclass(slots=True)
class Stream:
    """One end that is listened to. What goes beyond the room for it is thrown away."""

    end: int
    room: int
    content: bytearray = field(default_factory=bytearray)
    overflowed: bool = False

    def take(self) -> bool:
        """Whether there was something; at the end of a stream there is not."""
        try:
            piece = os.read(self.end, PIECE_BYTES)
        except OSError:
            return False
        room = self.room - len(self.content)
        self.overflowed = self.overflowed or len(piece) > room
        self.content += piece[: max(0, room)]
        return bool(piece)

    @property
    def text(self) -> str:
        return bytes(self.content).decode("utf-8", "replace")

    @property
    def frames(self) -> list[bytes]:
        """The messages that came whole: each has its length in four bytes before it."""
        messages, at, content = [], 0, bytes(self.content)
        size = len(content)
        while at + 4 <= size:
            end = at + 4 + int.from_bytes(content[at : at + 4], "big")
            if end > size:
                break
            messages.append(content[at + 4 : end])
            at = end
        return messages


class Ends:
    """Pairs of ends, made for one trial: those to give away, and those to listen to."""

    def __init__(self) -> None:
        self.streams: list[Stream] = []
        self._open: set[int] = set()

    def pipe(self, room: int) -> tuple[Stream, int]:
        """What a process writes, and the end to give it."""
        mine, theirs = os.pipe()
        os.fchmod(theirs, 0o666)  # a program is another user, and may open it again as /dev/stdout
        return self._listen(mine, room), self._keep(theirs)

    def channel(self, room: int) -> tuple[Stream, int]:
        """The same for both directions."""
        mine, theirs = (plug.detach() for plug in socket.socketpair())
        return self._listen(mine, room), self._keep(theirs)

    def pair(self) -> tuple[int, int]:
        """Two ends to give away."""
        one, other = (plug.detach() for plug in socket.socketpair())
        return self._keep(one), self._keep(other)

    def file(self) -> int:
        """A file of no name, to give away."""
        if hasattr(os, "memfd_create"):
            return self._keep(os.memfd_create("asmeant"))
        with tempfile.TemporaryFile() as file:
            return self._keep(os.dup(file.fileno()))

    def _keep(self, end: int) -> int:
        self._open.add(end)
        return end

    def _listen(self, end: int, room: int) -> Stream:
        self.streams.append(Stream(self._keep(end), room))
        return self.streams[-1]

    def give_away(self, *ends: int) -> None:
        for end in ends:
            os.close(end)
            self._open.discard(end)

    def listen(self, controls: list[socket.socket], deadline: float) -> set[socket.socket]:
        """Takes in what is said until a control has an answer. Empty once the deadline has passed.

        Most trials are over in no time and have said little: what they said is taken in afterwards, as each
        time that this process wakes up costs more than all there is to read.
        """
        poll = select.poll()
        answering = {control.fileno(): control for control in controls}
        for end in answering:
            poll.register(end, select.POLLIN)
        ready = poll.poll(min(QUICK_MS, max(0.0, 1000 * (deadline - time.monotonic()))))
        if ready:
            return {answering[end] for end, _ in ready}
        by_end = {stream.end: stream for stream in self.streams}
        for end in by_end:
            poll.register(end, select.POLLIN)
        while True:
            left = deadline - time.monotonic()
            ready = poll.poll(min(1000 * left, LONGEST_POLL_MS)) if left > 0 else []
            answered = {answering[end] for end, _ in ready if end in answering}
            for end, _ in ready:
                if end in by_end and not by_end[end].take():
                    poll.unregister(end)
            if answered or not ready:
                return answered

    def take_in(self) -> bool:
        """What was said so far, up to a piece of each stream. Whether there was anything."""
        poll = select.poll()
        by_end = {stream.end: stream for stream in self.streams}
        for end in by_end:
            poll.register(end, select.POLLIN)
        taken = [by_end[end].take() for end, events in poll.poll(0) if events & select.POLLIN]
        return any(taken)

    def drain(self) -> None:
        """What was said and not yet heard. Whoever could say more is gone."""
        while self.take_in():
            pass

    def close(self) -> None:
        for end in self._open:
            with suppress(OSError):
                os.close(end)
        self._open.clear()


@contextmanager
def ends() -> Iterator[Ends]:
    made = Ends()
    try:
        yield made
    finally:
        made.close()


def write_message(end: int, *bodies: bytes) -> None:
    """Messages to a process that may be gone: then there is no one to read them."""
    left = memoryview(b"".join([part for body in bodies for part in (len(body).to_bytes(4, "big"), body)]))
    with suppress(BrokenPipeError, ConnectionResetError):
        while left:
            left = left[os.write(end, left) :]
