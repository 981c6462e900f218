"""A lock -> packages in an environment, by uv or pip; what went wrong, in words."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Literal

from asmeant.errors import SandboxError, UsageError

Installer = Literal["uv", "pip"]
# Called with each line that an installer says.
LineListener = Callable[[str], None]

_KEPT_LINES = 60
_FULL = re.compile(r"No space left on device|Disk quota exceeded|os error 28\b", re.IGNORECASE)
_OFFLINE = re.compile(
    r"Failed to establish a new connection|name resolution|Name or service not known|dns error|"
    r"error sending request|Network is unreachable|Network connectivity is disabled|Max retries exceeded|"
    r"Connection refused|Connection reset|Read timed out|ProxyError|Could not connect",
    re.IGNORECASE,
)
_CHANGED = re.compile(r"DO NOT MATCH THE HASHES|Hash mismatch", re.IGNORECASE)
_ABSENT = re.compile(
    r"No matching distribution found for ([\w.-]+)|no version(?:s)? of ([\w.-]+)|"
    r"([\w.-]+)==\S+ has no (?:usable )?wheels?|([\w.-]+) was not found in the (?:package registry|provided)",
    re.IGNORECASE,
)


def choose_installer(wanted: str | None) -> Installer:
    """uv where it is installed, since it is several times as fast; else pip."""
    if wanted == "uv" and shutil.which("uv") is None:
        raise UsageError("uv is not installed here. Install it (pip install uv), or say --installer pip")
    return "uv" if wanted != "pip" and shutil.which("uv") else "pip"


def find_python(version: str, python: str | None, installer: Installer = "pip") -> str:
    """The path of a Python of that version; uv can find or fetch one by its version alone."""
    here = f"{sys.version_info.major}.{sys.version_info.minor}"
    own = str(getattr(sys, "_base_executable", sys.executable)) if here == version else None
    for path in [python] if python else [own, shutil.which(f"python{version}")]:
        if path and version_of(path) == version:
            return path
    if python:
        actual = version_of(python) or "nothing that runs"
        raise UsageError(f"{python} is not a Python {version}: found {actual}. Give the path of one.")
    if installer == "uv":
        return version
    raise SandboxError(
        f"This world needs Python {version}, and none was found (python{version} is not on the PATH). "
        f"Install it, for example with: uv python install {version}. Or give its path with --python."
    )


def version_of(python: str) -> str | None:
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    try:
        process = subprocess.run([python, "-I", "-c", code], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired):
        return None
    return process.stdout.strip() or None


def make_environment(home: Path, python: str, installer: Installer, on_line: LineListener) -> None:
    """An empty one; one that is there is left as it is."""
    if (home / "bin" / "python").exists():
        return
    if installer == "uv":
        run(["uv", "venv", "--python", python, str(home)], home, on_line)
    else:
        run([python, "-I", "-m", "venv", str(home)], home, on_line)


def install(home: Path, lock: Path, installer: Installer, on_line: LineListener) -> None:
    """What is there already is left as it is, so an installation that broke off goes on."""
    python = str(home / "bin" / "python")
    options = ["--require-hashes", "--only-binary", ":all:", "--no-deps", "-r", str(lock)]
    if installer == "uv":
        run(["uv", "pip", "install", "--python", python, "--compile-bytecode", *options], home, on_line)
    else:
        quiet = ["--no-input", "--disable-pip-version-check", "--progress-bar", "off"]
        run([python, "-I", "-m", "pip", "install", *quiet, *options], home, on_line)


def run(command: Sequence[str], home: Path, on_line: LineListener) -> None:
    """Runs to its end. Should we be interrupted, it is ended, too."""
    last: deque[str] = deque(maxlen=_KEPT_LINES)
    with subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        env=_environment(),
    ) as process:
        assert process.stdout is not None
        try:
            for line in process.stdout:
                last.append(line.rstrip())
                on_line(line.rstrip())
        except BaseException:
            process.terminate()
            raise
    if process.returncode != 0:
        raise SandboxError(error_message(list(last), home))


def _environment() -> Mapping[str, str]:
    """Ours, less what would lead a Python astray."""
    astray = ("PYTHONPATH", "PYTHONHOME", "VIRTUAL_ENV", "PIP_REQUIRE_VIRTUALENV", "PIP_TARGET", "PIP_PREFIX")
    return {name: value for name, value in os.environ.items() if name not in astray}


def error_message(lines: Sequence[str], home: Path) -> str:
    """What went wrong, what was found, what to do."""
    text = "\n".join(lines)
    again = "What is done is kept: the same command continues from there."
    if _FULL.search(text):
        free = shutil.disk_usage(home.parent).free >> 20
        return (
            f"The disk is full: {free:,} MB are free in {home.parent}. Make room, or set ASMEANT_WORLDS to a "
            f"folder on another disk. {again}"
        )
    if _CHANGED.search(text):
        return (
            f"A package is not the one that the lock names: its sum is another. Nothing of it was installed. "
            f"If you use a mirror, ask who runs it. The installer said: {_gist(lines)}"
        )
    if _OFFLINE.search(text):
        return (
            f"The package index cannot be reached: {_gist(lines, _OFFLINE)}. Check the network, or name "
            f"a mirror with PIP_INDEX_URL or UV_INDEX_URL. {again}"
        )
    absent = _ABSENT.search(text)
    if absent:
        name = next(group for group in absent.groups() if group)
        if "(from versions: none)" in text:
            return (
                f"The package index that was asked has no {name} in any version, or cannot be reached. Check "
                f"the network, and what PIP_INDEX_URL and pip's own settings say. {again}"
            )
        return (
            f"{name} cannot be had for this machine in the version of the lock: {_gist(lines)}. "
            f"Try another machine (the lock is made for Linux on x86_64) or another index."
        )
    return f"The world could not be installed: {_gist(lines)}. {again}"


def _gist(lines: Sequence[str], pattern: re.Pattern[str] | None = None) -> str:
    """The line that says most: the last that fits the pattern or tells an error."""
    stripped = [line.strip() for line in lines if line.strip()]
    telling = pattern or re.compile(r"error|failed|cannot|not found", re.IGNORECASE)
    fitting = [line for line in stripped if telling.search(line)]
    return (fitting or stripped or ["nothing was said"])[-1][:300].rstrip(".")
