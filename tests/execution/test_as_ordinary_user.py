"""The namespaces need no root: the same programs end the same way for a user who may do nothing.

Run by root, the programs go to a process of user 65534, under a Python which that user can reach.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import asmeant
from tests.execution.programs import HERE, SHAPES, read

NOBODY = 65534
HOSTILE = ("always_equal_int", "forged_values", "exit_zero", "patched_testcase", "own_builtins", "becomes_root", "connects_by_ipv4", "connects_by_unix_sockets",
           "daemon", "endless_at_load", "fork_bomb", "kills_all", "limits_of_process_one", "memory_list", "namespaces_within", "native_calls", "odd_sockets",
           "leaves_attributes", "leaves_closed_folders", "leaves_files_in_the_box", "leaves_links_for_folders",
           "leaves_locks_and_timers", "leaves_times", "lowers_every_priority", "reads_home", "reads_process_one", "sees_processes", "writes_outside")  # fmt: skip
HONEST = (
    "temporary_files",
    "subprocesses",
    "multiprocessing_pool",
    "shared_memory",
    "asynchronous",
    "sockets",
    "who_and_where",
    "standard_files",
)
PROGRAMS = {**read("hostile"), **read("honest")}
SCRIPT = """
import json, os, sys
from asmeant.errors import SandboxError
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.records import Limits
from tests.execution.programs import NEXT, RIGHT, SHAPES, observe, others_alive, read
sandbox = NamespaceSandbox()
try:
    observe(sandbox, RIGHT, SHAPES["literal"])
except SandboxError as error:
    sys.exit(f"no sandbox: {error}")
programs = {**read("hostile"), **read("honest")}
for name in json.loads(sys.argv[1]):
    for shape in programs[name].shapes:
        code = programs[name].code
        for fact, value in json.loads(sys.argv[2]).items():
            code = code.replace(f"@{fact}@", value)
        seen = observe(sandbox, code, SHAPES[shape], programs[name].limits)
        (after,) = observe(sandbox, NEXT, SHAPES["literal"], Limits(seconds=5, disk_mb=programs[name].limits.disk_mb))
        print(json.dumps([os.getuid(), name, shape, seen[0].ending, seen[0].reason, after.ending, others_alive(sandbox)]))
sandbox.pool.close()
"""


def _as_nobody() -> dict[str, object]:
    """How a process is started as an ordinary user; for one who is that already, there is nothing to do."""
    return {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}


def _python() -> str | None:
    """A Python of our version, so that it can load what we have installed, which an ordinary user can start."""
    ours = Path(sys.executable).resolve()
    for python in (
        sys.executable,
        str(ours),
        f"/usr/bin/python3.{sys.version_info.minor}",
        "/usr/bin/python3",
        "/usr/local/bin/python3",
    ):
        try:
            asked = subprocess.run(
                [python, "-c", "import sys; print(*sys.version_info[:2])"],
                capture_output=True, text=True, cwd="/", **_as_nobody(),  # type: ignore[call-overload]
            )  # fmt: skip
        except OSError:
            continue
        if asked.stdout.split() == [str(number) for number in sys.version_info[:2]]:
            return python
    return None


@pytest.fixture(scope="module")
def library() -> Iterator[Path]:
    """The package, these programs and what the package imports, where anyone can read them."""
    folder = Path(tempfile.mkdtemp(prefix="asmeant-ordinary-"))
    shutil.copytree(Path(asmeant.__file__).parent, folder / "asmeant")
    shutil.copytree(
        HERE, folder / "tests" / "execution", ignore=shutil.ignore_patterns("test_*", "__pycache__")
    )
    (folder / "tests" / "__init__.py").touch()
    (folder / "tests" / "execution" / "__init__.py").touch()
    site = Path(sysconfig.get_path("purelib"))
    for package in ("msgspec", "click", "filelock", "httpx", "platformdirs", "rich"):
        if (site / package).is_dir():
            shutil.copytree(site / package, folder / package)
    subprocess.run(["chmod", "-R", "a+rX", str(folder)], check=True)
    yield folder
    shutil.rmtree(folder)


def test_programs_end_the_same_way_for_an_ordinary_user(library: Path) -> None:
    python = _python()
    if python is None:
        pytest.skip(
            f"user {NOBODY} can reach no Python {sys.version_info[0]}.{sys.version_info[1]}: not {sys.executable}, and none in /usr"
        )
    facts = {"PORT": "9", "MARKER": "asmeant_ordinary", "ABSTRACT": "x", "SOCKET": "/none", "SECRET": "/none", "RUNDIR": str(library), "HOME": str(Path.home()),
             "PID": str(os.getpid()), "PREFIX": sys.prefix, "BASE": sys.base_prefix, "CHECKOUT": str(HERE.parents[1])}  # fmt: skip
    done = subprocess.run(
        [python, "-c", SCRIPT, json.dumps([*HOSTILE, *HONEST]), json.dumps(facts)],
        capture_output=True, text=True, cwd="/", timeout=120,
        env={"PYTHONPATH": str(library), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"},
        **_as_nobody(),  # type: ignore[call-overload]
    )  # fmt: skip
    if done.stderr.startswith("no sandbox"):
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(rows) == sum(len(PROGRAMS[name].shapes) for name in (*HOSTILE, *HONEST))
    for user, name, shape, ending, reason, after, alive in rows:
        assert user != 0
        assert ending in PROGRAMS[name].expected, (name, shape, ending, reason)
        assert (after, alive) == ("finished", []), name
        assert shape in SHAPES
    assert not list(library.glob("*asmeant_ordinary*"))


IN_A_FOLDER = """
import json, os, pathlib, sys
from asmeant.errors import SandboxError
from asmeant.execution.folder import FolderRunner
folder = pathlib.Path(sys.argv[1])
runner = FolderRunner(folder)
for command in json.loads(sys.argv[2]):
    try:
        trial = runner.run(command)
    except SandboxError as error:
        sys.exit(f"no sandbox: {error}")
    outcome = trial.outcome
    changed = {pathlib.Path(change.path).name: change.what[0] for change in outcome.changes}
    print(json.dumps([outcome.exit_status, outcome.stderr, changed, trial.wanted_input]))
runner.close()
"""


def test_in_a_folder_a_command_has_the_rights_of_its_user(library: Path) -> None:
    """Neither more, as in a namespace in which it is root, nor less: what is theirs can be changed in a view."""
    python = _python()
    if python is None:
        pytest.skip(f"user {NOBODY} can reach no Python {sys.version_info[0]}.{sys.version_info[1]}")
    folder = library / "folder"
    folder.mkdir()
    for name, mode in (("own", 0o644), ("closed", 0o000), ("others", 0o644)):
        (folder / name).write_text("x\n")
        (folder / name).chmod(mode)
    if os.geteuid() == 0:
        for path in (folder, folder / "own", folder / "closed"):
            os.chown(path, NOBODY, NOBODY)
    commands = ["rm own", "cat closed", "echo y >> own", "touch /etc/x", "cat"]
    done = subprocess.run(
        [python, "-c", IN_A_FOLDER, str(folder), json.dumps(commands)],
        capture_output=True, text=True, cwd="/", timeout=120,
        env={"PYTHONPATH": str(library), "PATH": os.environ["PATH"], "PYTHONDONTWRITEBYTECODE": "1"},
        **_as_nobody(),  # type: ignore[call-overload]
    )  # fmt: skip
    if done.stderr.startswith("no sandbox: The sandbox did not start"):
        pytest.skip(done.stderr.strip())
    assert done.returncode == 0, done.stderr
    removed, closed, written, outside, asking = map(json.loads, done.stdout.splitlines())
    assert removed == [0, "", {"own": "deleted"}, False]
    assert closed[0] == 1
    assert "Permission denied" in closed[1]
    assert written == [0, "", {"own": "content"}, False]
    assert outside[0] == 1
    assert "Permission denied" in outside[1]
    assert asking[3] is True
    assert (folder / "own").read_text() == "x\n"
