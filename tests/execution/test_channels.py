"""What was said on each end of a trial's channels, up to the room for it."""

from __future__ import annotations

import os
import socket
import time
from pathlib import Path

from asmeant.execution.channels import Stream, ends, write_message


def open_ends() -> set[str]:
    return {path.name for path in Path("/proc/self/fd").iterdir()}


def test_what_is_beyond_the_room_is_thrown_away() -> None:
    with ends() as made:
        stream, end = made.pipe(5)
        os.write(end, b"abc")
        os.write(end, b"defg")
        made.give_away(end)
        made.drain()
    assert (stream.text, stream.overflowed) == ("abcde", True)


def test_what_fits_just_so_has_not_overflowed() -> None:
    with ends() as made:
        stream, end = made.pipe(3)
        os.write(end, b"abc")
        made.drain()
    assert (stream.text, stream.overflowed) == ("abc", False)


def test_half_a_letter_is_shown_as_such() -> None:
    assert Stream(-1, 9, bytearray("é".encode()[:1])).text == "\ufffd"


def test_only_messages_that_came_whole_are_frames() -> None:
    body = b"\0\0\0\x02ab\0\0\0\0\0\0\0\x03cd"
    assert Stream(-1, 99, bytearray(body)).frames == [b"ab", b""]
    assert Stream(-1, 99, bytearray(b"\xff\xff\xff\xffab")).frames == []
    assert Stream(-1, 99).frames == []


def test_messages_go_both_ways() -> None:
    with ends() as made:
        stream, theirs = made.channel(100)
        write_message(stream.end, b"job")
        assert os.read(theirs, 99) == b"\0\0\0\x03job"
        write_message(theirs, b"one")
        write_message(theirs, b"two")
        made.give_away(theirs)
        made.drain()
        assert stream.frames == [b"one", b"two"]
        write_message(stream.end, b"to no one")


def test_every_end_is_closed_in_the_end() -> None:
    before = open_ends()
    with ends() as made:
        made.pipe(1)
        made.channel(1)
        made.pair()
        os.pwrite(made.file(), b"x", 0)
        assert len(open_ends()) > len(before)
    assert open_ends() == before


def test_listening_ends_with_an_answer_or_at_the_deadline() -> None:
    control, zygote = socket.socketpair()
    with control, zygote, ends() as made:
        stream, end = made.pipe(10)
        os.write(end, b"said")
        begun = time.monotonic()
        assert made.listen([control], begun + 0.05) == set()
        assert time.monotonic() - begun < 5
        assert stream.text == "said"
        zygote.sendall(b"answer")
        assert made.listen([control], time.monotonic() + 5) == {control}
        made.give_away(end)
        assert made.listen([control], time.monotonic() + 5) == {control}
