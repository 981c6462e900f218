"""A world of a few programs of this machine, packed by hand: it is built without network and in a second."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterable
from pathlib import Path

from asmeant.execution.worlds.commands import CommandWorld, bash_world, debian_architecture
from asmeant.execution.worlds.debian.lock import Package
from tests.execution.worlds.debian.debs import lock_of, member, write_deb

PROGRAMS = ("bash", "cat", "chown", "date", "find", "id", "ls", "nproc", "stat", "touch", "uname", "base64")


def tiny_world(folder: Path) -> CommandWorld:
    """Its packages are on the mirror `folder`."""
    source = folder / "declared"
    source.mkdir(parents=True)
    shutil.copy(bash_world().folder / "machine.c", source)
    world = CommandWorld("bash", "a few programs", source, "tiny", 1)
    packages = [_programs(folder), *_library(folder)]
    world.lock_path.write_text(str(lock_of(packages, debian_architecture())))
    (source / "packages.txt").write_text("programs\n")
    return world


def _programs(folder: Path) -> Package:
    programs = [path for path in map(shutil.which, PROGRAMS) if path is not None]
    files = {f"./usr/bin/{Path(path).name}": Path(path) for path in programs}
    for library in _libraries(programs):
        files[f".{library}"] = Path(library)
    members = [member(name, path.read_bytes(), 0o755) for name, path in sorted(files.items())]
    return write_deb(folder, "programs", members, ending="gz")


def _libraries(programs: Iterable[str]) -> set[str]:
    said = subprocess.run(["ldd", *programs], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"(/\S+) \(0x", said))


def _library(folder: Path) -> list[Package]:
    """What answers for the machine, where there is a compiler: the real world has its own."""
    compiler = shutil.which("cc")
    if compiler is None:
        return []
    made = folder / "machine.so"
    source = bash_world().folder / "machine.c"
    words = [compiler, "-nostdlib", "-fno-builtin", "-w", "-shared", "-fPIC", "-o", str(made), str(source)]
    subprocess.run(words, check=True, capture_output=True)
    return [
        write_deb(
            folder, "machine", [member("./usr/lib/asmeant/machine.so", made.read_bytes(), 0o755)], ending="gz"
        )
    ]
