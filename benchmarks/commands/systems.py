"""Command -> done: each system runs one command in a tree of files. Made once, then used again and again."""

from __future__ import annotations

import hashlib
import shutil
import struct
import subprocess
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from asmeant.execution.shell import ShellRunner, Tree
from asmeant.execution.shell.archives import read_tree
from asmeant.execution.worlds.commands import usual_commands

SOURCE = Path(__file__).with_name("floor.c")


class MissingError(Exception):
    """What a system needs is not installed."""


class System(Protocol):
    about: str

    def __init__(self, tree: Path) -> None: ...
    def run(self, command: str) -> None: ...
    def close(self) -> None: ...


class Floor:
    """A bare bash in namespaces, started by a small program in C that waits for commands."""

    about = "bash in namespaces, nothing else"

    def __init__(self, tree: Path) -> None:
        compiler = shutil.which("cc")
        if compiler is None:
            raise MissingError("a C compiler, called cc")
        self.folder = tempfile.TemporaryDirectory()
        program = Path(self.folder.name) / "floor"
        copy = shutil.copytree(tree, Path(self.folder.name) / "tree")
        subprocess.run([compiler, "-O2", "-o", str(program), str(SOURCE)], check=True)
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=copy, bufsize=0
        )

    def run(self, command: str) -> None:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        text = command.encode()
        self.process.stdin.write(struct.pack("=I", len(text)) + text)
        if self.process.stdout.read(1) != b"x":
            raise MissingError("leave to make user namespaces: see asmeant doctor")

    def close(self) -> None:
        self.process.communicate()
        self.folder.cleanup()


class Plain:
    """No walls, and what a command writes stays."""

    about = "subprocess.run, no walls, no fresh tree"

    def __init__(self, tree: Path) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.tree = Path(shutil.copytree(tree, Path(self.folder.name) / "tree"))

    def run(self, command: str) -> None:
        subprocess.run(
            ["bash", "-c", command], cwd=self.tree, capture_output=True, stdin=subprocess.DEVNULL, check=False
        )

    def close(self) -> None:
        self.folder.cleanup()


class Ours:
    """A fresh view of the tree, walls, limits, and what changed."""

    about = "walls, limits, a fresh tree, what changed"

    def __init__(self, tree: Path) -> None:
        self.runner = ShellRunner()
        self.tree: Tree = read_tree(tree.parent, f"/{tree.name}")

    def run(self, command: str) -> None:
        outcome = self.runner.run(command, self.tree)
        assert outcome.ending == "finished", outcome

    def close(self) -> None:
        self.runner.close()


class InWorld(Ours):
    """The same in the Bash world, where the clock stands still."""

    about = "the same, in the Bash world, at a fixed time"

    def __init__(self, tree: Path) -> None:
        world = usual_commands()
        if world is None:
            raise MissingError("the Bash world: asmeant world build bash")
        self.runner = ShellRunner(world=world)
        self.tree = read_tree(tree.parent, f"/{tree.name}").standing_at(1_714_566_896)


class Bubblewrap:
    """Walls by bwrap; the tree is copied before, and its files are hashed after."""

    about = "bwrap --unshare-all, a copy, hashes after"

    def __init__(self, tree: Path) -> None:
        if shutil.which("bwrap") is None:
            raise MissingError("bubblewrap: apt install bubblewrap")
        self.tree = tree
        self.before = digests(tree)

    def run(self, command: str) -> None:
        with tempfile.TemporaryDirectory() as folder:
            copy = shutil.copytree(self.tree, Path(folder) / "tree", symlinks=True)
            walls = ["--unshare-all", "--die-with-parent", "--ro-bind", "/usr", "/usr", "--proc", "/proc"]
            links = [
                word for name in ("bin", "lib", "lib64") for word in ("--symlink", f"usr/{name}", f"/{name}")
            ]
            place = ["--dev", "/dev", "--bind", str(copy), "/work", "--chdir", "/work"]
            subprocess.run(
                ["bwrap", *walls, *links, *place, "bash", "-c", command],
                capture_output=True, stdin=subprocess.DEVNULL, check=False,
            )  # fmt: skip
            changed = digests(copy).items() ^ self.before.items()
            assert len(changed) < 100

    def close(self) -> None:
        pass


def digests(tree: Path) -> dict[Path, bytes]:
    return {
        path.relative_to(tree): hashlib.blake2b(path.read_bytes()).digest()
        for path in tree.rglob("*")
        if path.is_file()
    }


SYSTEMS: dict[str, Callable[[Path], System]] = {
    "floor": Floor,
    "ours": Ours,
    "world": InWorld,
    "plain": Plain,
    "bwrap": Bubblewrap,
}
