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
    yield _try_commands()


# What commands of the datasets use, and a small system may lack.
TOOLS = ("awk", "bc", "column", "cpio", "curl", "file", "rename", "rsync", "tree", "unzip", "xxd", "zip")


def _tools() -> Finding:
    missing = [name for name in TOOLS if shutil.which(name) is None]
    found = f"not installed: {', '.join(missing)}" if missing else "those that commands often use are here"
    cure = f"A command that uses one of them is undecided. On Debian: apt install {' '.join(missing)}"
    return Finding("tools", not missing, found, cure)


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


def _try_commands() -> Finding:
    runner = ShellRunner()
    try:
        outcome = runner.run("echo well", limits=Limits(seconds=10))
    except SandboxError as error:
        return Finding(
            "commands", False, str(error), "Bash needs an overlay in a user namespace: Linux 5.11."
        )
    finally:
        runner.close()
    well = outcome.stdout == "well\n"
    found = "runs Bash behind walls" if well else outcome.reason or outcome.stderr
    return Finding("commands", well, found, "Bash must be at /bin/bash.")
