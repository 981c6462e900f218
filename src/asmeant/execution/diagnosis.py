"""This machine -> what it lacks for the sandbox, and how to allow it."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from asmeant.errors import SandboxError
from asmeant.execution.assemble import assemble
from asmeant.execution.guest.calls import ARCHITECTURES
from asmeant.execution.sandbox import NamespaceSandbox
from asmeant.execution.shell.runner import ShellRunner
from asmeant.execution.worlds.commands import bash_world, state, usual_commands
from asmeant.records import Candidate, Check, Limits, Scaffold, Task


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing that was looked at. `cure` says what to do where it is not well."""

    what: str
    well: bool
    found: str
    cure: str = ""


PROBE = Task(
    "doctor",
    "the sandbox runs a program",
    scaffold=Scaffold(entry="look", before="def look():\n    return "),
    checks=(Check("all", ("assert candidate() == [1000, 'sandbox', []]",)),),
)
CODE = (
    "[__import__('os').getuid(), __import__('socket').gethostname(), "
    "[name for name in __import__('os').listdir('/') if name == 'home']]"
)
# Where a kernel keeps its leave to make user namespaces, what it must not say, and how to change that.
SWITCHES = (
    ("/proc/sys/user/max_user_namespaces", "0", "sudo sysctl -w user.max_user_namespaces=15000"),
    ("/proc/sys/kernel/unprivileged_userns_clone", "0", "sudo sysctl -w kernel.unprivileged_userns_clone=1"),
    (
        "/proc/sys/kernel/apparmor_restrict_unprivileged_userns",
        "1",
        "sudo sysctl -w kernel.apparmor_restrict_unprivileged_userns=0",
    ),
)


def examine() -> Iterator[Finding]:
    """What the sandbox stands on, and last whether it stands."""
    if sys.platform != "linux":
        yield Finding("system", False, f"{platform.system()} has no namespaces", WITHOUT_WALLS)
        return
    yield Finding("system", True, f"Linux {platform.release()}")
    for path, bad, cure in SWITCHES:
        if Path(path).exists():
            value = Path(path).read_text().strip()
            yield Finding(Path(path).name, value != bad, value, cure)
    known = platform.machine() in ARCHITECTURES
    yield Finding("seccomp filter", known, platform.machine(), "Calls go unfiltered; the other walls stand.")
    yield _tools()
    yield _try()
    yield from _try_commands()


# What commands of the datasets use, and a small system may lack.
TOOLS = ("awk", "bc", "column", "cpio", "curl", "file", "rename", "rsync", "tree", "unzip", "xxd", "zip")


def _tools() -> Finding:
    """The Bash world brings its own. Without it, this machine's are used, and some may be missing."""
    world, current = usual_commands(), state(bash_world())
    if world is not None:
        clock = "" if world.has_clock else "; its clock cannot be set"
        return Finding(
            "tools", True, f"commands run in {world.label}, {len(world.packages())} packages{clock}"
        )
    missing = [name for name in TOOLS if shutil.which(name) is None]
    here = f"without {', '.join(missing)}" if missing else "those that commands often use are here"
    cure = "Verdicts on commands depend on this machine's tools. For the same tools everywhere: "
    return Finding(
        "tools",
        not missing,
        f"the Bash world is {current}; this machine's, {here}",
        cure + "asmeant world build bash",
    )


LEND = (
    "chown is undecided. Run as root, or lend ids to this user: apt install uidmap, "
    "sudo usermod --add-subuids 100000-165535 --add-subgids 100000-165535 NAME"
)


WITHOUT_WALLS = "Use a Linux machine, or run without walls what you trust: --sandbox subprocess"
IN_CONTAINER = (
    "In a container, allow it: docker run --security-opt seccomp=unconfined "
    "--security-opt apparmor=unconfined --security-opt systempaths=unconfined. "
)


def _try() -> Finding:
    sandbox = NamespaceSandbox()
    try:
        (observation,) = sandbox.run([assemble(PROBE, Candidate(PROBE.id, 0, CODE))], Limits(seconds=10))
    except SandboxError as error:
        contained = Path("/.dockerenv").exists() or Path("/run/.containerenv").exists()
        return Finding("sandbox", False, str(error), (IN_CONTAINER if contained else "") + WITHOUT_WALLS)
    finally:
        sandbox.pool.close()
    well = observation.ending == "finished"
    return Finding(
        "sandbox", well, "runs programs behind walls" if well else observation.reason, WITHOUT_WALLS
    )


def _try_commands() -> Iterator[Finding]:
    runner = ShellRunner(world=usual_commands())
    try:
        outcome = runner.run("echo well", limits=Limits(seconds=10))
    except SandboxError as error:
        yield Finding("commands", False, str(error), "Bash needs an overlay in a user namespace: Linux 5.11.")
        return
    finally:
        runner.close()
    well = outcome.stdout == "well\n"
    found = "runs Bash behind walls" if well else outcome.reason or outcome.stderr
    yield Finding("commands", well, found, "Bash must be at /bin/bash.")
    if not well:
        return
    users = "files can have any owner" if runner.has_users else "every file of a command belongs to root"
    yield Finding("users of commands", runner.has_users, users, LEND)
