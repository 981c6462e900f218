"""A world for commands is built, used, checked and removed; interrupted builds go on. Without network."""

from __future__ import annotations

import errno
import os
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from asmeant.errors import SandboxError
from asmeant.execution.shell import Entry, ShellRunner, grow
from asmeant.execution.worlds import commands
from asmeant.execution.worlds.commands import (
    BuiltCommands,
    CommandWorld,
    built_commands,
    state,
    usual_commands,
)
from asmeant.execution.worlds.debian import build as building
from asmeant.execution.worlds.debian.build import Sources, build, problems, remove
from asmeant.execution.worlds.debian.lock import read_lock
from tests.execution.worlds.debian.tiny import tiny_world

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")

CLOCK = 1_714_566_896  # 2024-05-01 12:34:56
OLD = grow([Entry("old", time=CLOCK - 10 * 86400), Entry("new", time=CLOCK - 60)])


@pytest.fixture(scope="module")
def mirror(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("mirror")


@pytest.fixture(scope="module")
def tiny(mirror: Path) -> CommandWorld:
    return tiny_world(mirror)


@pytest.fixture(scope="module")
def place(
    tiny: CommandWorld, mirror: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[BuiltCommands]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ASMEANT_WORLDS", str(tmp_path_factory.mktemp("worlds")))
        yield build(tiny, Sources((str(mirror),)))


@pytest.fixture(scope="module")
def runner(place: BuiltCommands) -> Iterator[ShellRunner]:
    runner = ShellRunner(world=place)
    yield runner
    runner.close()


@pytest.fixture
def worlds(tmp_path: Path, tiny: CommandWorld, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty place for worlds, where the Bash world is the tiny one."""
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path / "worlds"))
    monkeypatch.setattr(commands, "bash_world", lambda: tiny)
    return tmp_path / "worlds"


# ── used ──


def test_commands_find_the_tools_of_the_world_and_no_others(
    runner: ShellRunner, place: BuiltCommands
) -> None:
    outcome = runner.run("type -p ls sed; cat /etc/hostname; id -un; stat -c %U /usr/bin/ls; nproc", OLD)
    assert outcome.stdout == "/usr/bin/ls\nsandbox\nroot\nroot\n" + (
        "2\n" if place.has_clock else f"{os.cpu_count()}\n"
    )
    assert place.has_tool("ls")
    assert not place.has_tool("sed")
    assert not place.has_tool("../bin/ls")


def test_everything_of_it_can_be_changed_and_is_as_before_for_the_next(runner: ShellRunner) -> None:
    outcome = runner.run("echo x > /usr/bin/made; cat /dev/null > /etc/passwd; ls /usr/bin/made", OLD)
    assert [(change.path, change.what[0]) for change in outcome.changes] == [
        ("/etc/passwd", "content"),
        ("/usr/bin/made", "created"),
    ]
    assert runner.run("ls /usr/bin/made; id -un", OLD).stdout == "root\n"


def test_the_clock_stands_still(runner: ShellRunner, place: BuiltCommands) -> None:
    if not place.has_clock:
        pytest.skip("no C compiler here, and a hand-made world has none of its own")
    command = (
        "date +%s.%N; echo $EPOCHSECONDS; printf '%(%s)T\\n'; touch made; stat -c '%Y %Z %X %W' made; "
        "[[ made -nt new ]] && echo newer; find . -name '[mno]*' -mtime -1; find . -mmin +2 -type f; stat -c %Y old"
    )
    tree = OLD.standing_at(CLOCK)
    outcome = runner.run(command, tree)
    assert outcome.stdout == (
        f"{CLOCK}.000000000\n{CLOCK}\n{CLOCK}\n{CLOCK} {CLOCK} {CLOCK} {CLOCK}\nnewer\n./made\n./new\n./old\n"
        f"{CLOCK - 864000}\n"
    )
    # Written at that time or set to it: that is when the command ran.
    assert runner.run(f"touch -d @{CLOCK} old", tree).touched == ("/root/old",)
    assert runner.run(f"touch -d @{CLOCK - 5} old", tree).set_times == (("/root/old", CLOCK - 5),)
    assert runner.run("date +%Y", OLD).stdout != "2024\n"


def test_the_machine_is_a_known_one(runner: ShellRunner, place: BuiltCommands) -> None:
    outcome = runner.run("while read -r a b; do echo $a $b; done < /proc/meminfo", OLD)
    assert outcome.stdout.startswith("MemTotal: 4000000 kB\nMemFree: 2000000 kB\n")
    assert runner.run("cat /proc/loadavg", OLD).stdout == "0.00 0.01 0.05 1/100 100\n"
    if place.has_clock:
        assert runner.run("uname -r", OLD).stdout == "6.1.0-amd64\n"


def test_files_have_owners(runner: ShellRunner) -> None:
    tree = grow([Entry("hers", owner=1001, group=1100), Entry("mine")])
    outcome = runner.run("find . -user alice -group developers; chown bob mine; stat -c '%U:%G' mine", tree)
    if not runner.has_users:
        assert outcome.ending == "not run"
        pytest.skip("this machine has no other users for commands")
    assert outcome.stdout == "./hers\nbob:root\n"
    assert [str(change) for change in outcome.changes] == ["owner 0:0 -> 1002:0"]


HOSTILE = [
    ("looks for the machine", "ls -d /old /world /parts /base /tmp/* /home/* /proc/1/root; cat {secret}", ""),
    (
        "writes to devices and /proc",
        "touch /dev/made /proc/made; : > /proc/meminfo; chown user /dev/null",
        "",
    ),
    (
        "takes the clock away",
        "echo > /usr/lib/asmeant/moment; echo > /etc/ld.so.preload; echo done",
        "done\n",
    ),
    ("replaces its tools", "for tool in /usr/bin/*; do echo > $tool; done; echo done", "done\n"),
    ("pretends that a tool is missing", "echo 'bash: ls: command not found' >&2", ""),
    (
        "makes a file of another user run as that user",
        "cat /usr/bin/id > i; chown bob i; stat -c %a i",
        "644\n",
    ),
]


@pytest.mark.parametrize(("command", "stdout"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_a_world_is_no_way_out_and_keeps_nothing(
    runner: ShellRunner, place: BuiltCommands, tmp_path: Path, command: str, stdout: str
) -> None:
    secret = tmp_path / "secret"
    secret.write_text("secret")
    device = Path("/dev/null").stat()
    assert runner.run(command.format(secret=secret), OLD.standing_at(CLOCK)).stdout == stdout
    assert Path("/dev/null").stat().st_uid == device.st_uid
    assert problems(place) == []
    after = runner.run("date +%s; type -p ls; ls; id -un", OLD.standing_at(CLOCK)).stdout
    assert after.endswith("/usr/bin/ls\nnew\nold\nroot\n")
    assert after.startswith(f"{CLOCK}\n") or not place.has_clock


# ── built ──


def test_the_label_says_which_packages(place: BuiltCommands, tiny: CommandWorld) -> None:
    assert place.label == f"bash@{read_lock(tiny.lock_path).sum[:12]}"
    assert place.packages()["programs"] == "1.0"
    assert problems(place) == []


def test_a_changed_file_is_told(place: BuiltCommands) -> None:
    extra = place.root / "usr/bin/extra"
    extra.touch()
    assert problems(place) == [f"files of {place.root} were changed, added or removed"]
    extra.unlink()
    assert problems(place) == []


def test_a_build_goes_on_where_it_broke_off(
    tiny: CommandWorld, mirror: Path, worlds: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert state(tiny) == "not built"
    assert usual_commands() is None
    with pytest.raises(
        SandboxError, match=r"The world 'bash' cannot be used: not built. Run: asmeant world build bash"
    ):
        built_commands()
    with monkeypatch.context() as patch:
        patch.setattr(building, "finish", _full)
        with pytest.raises(SandboxError, match=r"No space left on device. Make room, or set ASMEANT_WORLDS"):
            build(tiny, Sources((str(mirror),)))
    assert state(tiny) == "unfinished"
    notes: list[str] = []
    done = build(
        tiny, Sources((str(mirror / "none"),)), progress=lambda _done, _total, note: notes.append(note)
    )
    assert notes[-1] == "done"
    assert state(tiny) == "built"
    assert usual_commands() == built_commands() == done
    # What is built is left alone, even where nothing could be fetched.
    assert build(tiny, Sources((str(mirror / "none"),))) == done
    monkeypatch.setattr(
        CommandWorld, "lock", lambda _: replace(read_lock(tiny.lock_path), architecture="none")
    )
    assert state(tiny) == "out of date"
    monkeypatch.undo()
    monkeypatch.setenv("ASMEANT_WORLDS", str(worlds))
    assert remove(tiny) == [worlds / "bash"]
    assert state(tiny) == "not built"


def _full(*_words: object) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize(
    ("fault", "message"),
    [
        ("room", r"needs about 1,000,000,000 MB, and [\d,]+ MB are free"),
        ("another", "Another process is building"),
        ("architecture", "The lock is for m68k, and this machine is"),
        ("nothing", "has no lock for"),
    ],
)
def test_what_is_in_the_way_is_told(
    tiny: CommandWorld, mirror: Path, worlds: Path, tmp_path: Path, fault: str, message: str
) -> None:
    worlds.mkdir()
    own = tmp_path / "own.lock"
    own.write_text("# x\n# architecture: m68k\n")
    world = replace(tiny, size_mb=10**9) if fault == "room" else tiny
    world = replace(world, release="none") if fault == "nothing" else world
    lock = FileLock(worlds / ".bash.lock" if fault == "another" else tmp_path / "other")
    with lock, pytest.raises(SandboxError, match=message):
        build(world, Sources((str(mirror),), own if fault == "architecture" else None))


def test_a_root_in_which_bash_does_not_run_is_told(
    tiny: CommandWorld, mirror: Path, worlds: Path, tmp_path: Path
) -> None:
    own = tmp_path / "own.lock"
    lines = tiny.lock_path.read_text().splitlines()
    own.write_text("\n".join(line for line in lines if not line.startswith("programs")) + "\n")
    with pytest.raises(SandboxError, match="The world was unpacked, but Bash does not run in it"):
        build(tiny, Sources((str(mirror),), own))
    assert state(tiny) == "unfinished"
    shutil.rmtree(worlds)
