"""Messages between processes: four bytes of length and that much JSON. On a socket, files ride along."""

from __future__ import annotations

import array
import marshal
import socket
from json import dumps, loads
from os import read, write  # as they are, whatever a probe makes of them
from struct import pack, unpack
from typing import Any, Dict, List, Optional, Tuple

Message = Dict[str, Any]

MOST_FILES = 8
# What one message may hold: answers of ten million characters are rare, and right.
MOST_BYTES = 64 << 20


class BrokenError(Exception):
    """What came is no message."""


def receive(end: int) -> Optional[Message]:
    """The next message, or None where the other side is gone."""
    body = receive_text(end)
    return None if body is None else loads(body)


def receive_job(end: int) -> Optional[Message]:
    """The first message, from the harness, which is trusted: read by what costs a fresh process least."""
    piece = read(end, 1 << 18)
    if len(piece) < 4:
        return None
    missing = int.from_bytes(piece[:4], "big") + 4 - len(piece)
    job: Message = marshal.loads(piece[4:] + (read_exactly(end, missing) if missing > 0 else b""))
    return job


def framed(body: bytes) -> bytes:
    return len(body).to_bytes(4, "big") + body


def receive_text(end: int) -> Optional[bytes]:
    header = read_exactly(end, 4)
    if len(header) < 4:
        return None
    size = unpack(">I", header)[0]
    if size > MOST_BYTES:
        raise BrokenError(f"a message of {size} bytes")
    body = read_exactly(end, size)
    return body if len(body) == size else None


def read_exactly(end: int, size: int) -> bytes:
    pieces = bytearray()
    while len(pieces) < size:
        piece = read(end, min(size - len(pieces), 1 << 20))
        if not piece:
            break
        pieces += piece
    return bytes(pieces)


def send(end: int, message: Message) -> None:
    send_text(end, dumps(message))


def send_text(end: int, text: str) -> None:
    body = text.encode("utf-8", "surrogatepass")
    left = memoryview(pack(">I", len(body)) + body)
    while left:
        left = left[write(end, left) :]


def receive_with_files(plug: socket.socket) -> Tuple[Optional[Message], List[int]]:
    """The next message and the files that came with it."""
    room = socket.CMSG_SPACE(MOST_FILES * array.array("i").itemsize)
    header, ancillary, _, _ = plug.recvmsg(4, room)
    files = array.array("i")
    for level, kind, data in ancillary:
        if (level, kind) == (socket.SOL_SOCKET, socket.SCM_RIGHTS):
            files.frombytes(data[: len(data) - len(data) % files.itemsize])
    if len(header) < 4:
        return None, list(files)
    body = read_exactly(plug.fileno(), unpack(">I", header)[0])
    return loads(body), list(files)
