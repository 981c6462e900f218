"""What every trial touches lies together in memory. Each test has a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest

from asmeant.execution.zygotes import GUEST

HOLES = """
import ctypes, random, sys
sys.path.insert(0, {guest!r})
from guest import packing

def pages(size, count=24):
    made = [bytes(size - 33) for _ in range(count)]
    return len({{id(one) >> 12 for one in made}})

chance = random.Random(0)
for size in (64, 128, 256):
    full = [bytes(size - 33) for _ in range(4000)]
    chance.shuffle(full)
    del full[:400]  # what is left keeps its place, and there are holes between
    scattered = pages(size)
    packing.pack(ctypes.CDLL(None))
    assert pages(size) <= -(-24 * size // 4096) + 1 < scattered, (size, pages(size), scattered)
"""
AHEAD = """
import shutil, sys, tempfile
folder = tempfile.mkdtemp()
shutil.copytree({guest!r} + "/guest", folder + "/guest")
sys.path.insert(0, folder)
from guest import ahead
modules = ahead.rest()
shutil.rmtree(folder)
with modules:
    from guest import serving
assert serving.Server.__module__ == "guest.serving" and "guest.stand_ins" in sys.modules
assert modules not in sys.meta_path
try:
    from guest import probing
except ImportError:
    print("out of sight")
"""


HANDED_OVER = """
import marshal, os, sys
sys.path.insert(0, {guest!r})
from guest import ahead
codes = {{"guest.sent": marshal.dumps(compile("VALUE = 1", "sent", "exec")), "guest.later": b""}}
body = marshal.dumps(codes, 2)
reading, writing = os.pipe()
os.write(writing, len(body).to_bytes(4, "big") + body + b"rest")
ahead.take_over(reading)
from guest import sent
assert os.read(reading, 9) == b"rest"
assert list(ahead.rest().codes) == ["guest.later"]
assert not any(isinstance(finder, ahead.ReadAhead) for finder in sys.meta_path)
print(sent.VALUE)
"""


def run(code: str) -> str:
    command = [sys.executable, "-c", code.format(guest=str(GUEST.parent))]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.mark.skipif(sys.platform != "linux", reason="another C library fills its holes in other ways")
def test_what_is_made_after_packing_lies_together() -> None:
    run(HOLES)


def test_modules_are_imported_when_their_files_are_out_of_sight() -> None:
    assert run(AHEAD) == "out of sight\n"


def test_modules_are_those_that_the_harness_hands_over() -> None:
    assert run(HANDED_OVER) == "1\n"
