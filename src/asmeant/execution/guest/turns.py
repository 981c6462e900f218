"""Whose turn it is, the candidate's or the probes': who waits for the other does not waste time of its own.

A file that both zygotes can read, that only the probe process writes, and that a candidate never gets
hold of.
"""

from __future__ import annotations

from os import pread, pwrite

TURN = {"candidates": b"c", "probes": b"p"}


def give(file: int, role: str) -> None:
    if file >= 0:
        pwrite(file, TURN[role], 0)


def read(file: int) -> bytes:
    return pread(file, 1, 0)
