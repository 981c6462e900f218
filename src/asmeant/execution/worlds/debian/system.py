"""Unpacked packages -> a system that works: what the scripts of packages do when they are installed.

The scripts themselves are not run: they need root and change the machine. What commands need of them is done
here: links between folders, alternatives, users and groups, certificates, and the list of packages.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from asmeant.execution.guest import users
from asmeant.execution.worlds.debian.packages import MERGED, merged

FOLDERS = {"var/spool/cron/crontabs": 0o730, "var/cache/man": 0o755, "root": 0o700, "usr/local/bin": 0o755,
           "usr/local/sbin": 0o755, "etc/alternatives": 0o755}  # fmt: skip
LINKS = {"var/run": "/run", "var/lock": "/run/lock", "etc/localtime": "/usr/share/zoneinfo/UTC",
         "etc/mtab": "../proc/self/mounts"}  # fmt: skip
FILES = {
    "etc/hostname": "sandbox\n",
    "etc/hosts": "127.0.0.1 localhost sandbox\n::1 localhost\n",
    "etc/nsswitch.conf": "passwd: files\ngroup: files\nshadow: files\nhosts: files\nservices: files\n",
    "etc/resolv.conf": "",
    "etc/timezone": "Etc/UTC\n",
    "etc/shells": "/bin/sh\n/bin/bash\n/usr/bin/bash\n/bin/dash\n/usr/bin/dash\n",
    "etc/environment": "",
    "etc/motd": "",
    "etc/fstab": "",
    "etc/ld.so.conf": "include /etc/ld.so.conf.d/*.conf\n",
}
# Where a system's files are made from a package's models.
MODELS = {"etc/profile": "usr/share/base-files/profile"}
CERTIFICATES = "usr/share/ca-certificates"
INSTALL = re.compile(r"update-alternatives\s[^\n]*?--install\s[^\n;&|]*")
# Scripts that name their alternatives by variables.
BY_VARIABLE = {"w": "w.procps", "uptime": "uptime.procps", "lzma": "xz", "unlzma": "unxz", "lzcat": "xzcat",
               "lzless": "xzless", "lzmore": "xzmore", "lzgrep": "xzgrep", "lzdiff": "xzdiff"}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Alternative:
    """A name that several packages offer: `link` leads to `target`, which has the highest priority."""

    link: str
    name: str
    target: str
    priority: int


def configure(root: Path, controls: Sequence[Mapping[str, str]]) -> None:
    """`controls` are what each package says of itself."""
    for path, mode in FOLDERS.items():
        (root / path).mkdir(parents=True, exist_ok=True)
        (root / path).chmod(mode)
    for name in MERGED:
        if (root / "usr" / name).is_dir() and not (root / name).exists():
            (root / name).symlink_to(f"usr/{name}")
    for path, target in LINKS.items():
        _link(root / path, target)
    for path, text in FILES.items():
        _write(root / path, text)
    for path, model in MODELS.items():
        if (root / model).is_file():
            _write(root / path, (root / model).read_text("utf-8"))
    _add_users(root)
    _join_certificates(root)
    _set_alternatives(root, [control.get("postinst", "") for control in controls])
    _list_packages(root, controls)


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_symlink():
        path.unlink()
    path.write_text(text, "utf-8")


def _link(path: Path, target: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_dir() and not path.is_symlink():
        return
    path.unlink(missing_ok=True)
    path.symlink_to(target)


# ── users ──────────────────────────────────────────────────────────────────────────────────────────


def _add_users(root: Path) -> None:
    _write(root / "etc/passwd", users.passwd())
    _write(root / "etc/group", users.group())
    names = [line.partition(":")[0] for line in users.passwd().splitlines()]
    _write(root / "etc/shadow", "".join(f"{name}:*:19700:0:99999:7:::\n" for name in names))
    _write(root / "etc/subuid", "")
    _write(root / "etc/subgid", "")


# ── certificates ───────────────────────────────────────────────────────────────────────────────────


def _join_certificates(root: Path) -> None:
    files = sorted((root / CERTIFICATES).rglob("*.crt"))
    if files:
        folder = root / "etc/ssl/certs"
        folder.mkdir(parents=True, exist_ok=True)
        _write(folder / "ca-certificates.crt", "".join(file.read_text("utf-8") for file in files))
        for file in files:
            _link(folder / f"{file.stem}.pem", "/" + str(file.relative_to(root)))


# ── alternatives ───────────────────────────────────────────────────────────────────────────────────


def alternatives(scripts: Sequence[str]) -> Iterator[Alternative]:
    """What `update-alternatives` is told in these scripts, where it is told without variables."""
    for script in scripts:
        for command in INSTALL.findall(script.replace("\\\n", " ")):
            yield from _of_command(command)


def _of_command(command: str) -> Iterator[Alternative]:
    try:
        words = shlex.split(command)
    except ValueError:
        return
    if "$" in command.partition("--slave")[0] or "--install" not in words:
        return
    after = words[words.index("--install") + 1 :]
    if len(after) < 4 or not after[3].lstrip("-").isdigit():
        return
    priority = int(after[3])
    yield Alternative(after[0], after[1], after[2], priority)
    for place, word in enumerate(after):
        if word == "--slave" and len(after) > place + 3 and "$" not in "".join(after[place : place + 4]):
            yield Alternative(after[place + 1], after[place + 2], after[place + 3], priority)


def _set_alternatives(root: Path, scripts: Sequence[str]) -> None:
    best: dict[str, Alternative] = {}
    by_variable = [
        Alternative(f"/usr/bin/{name}", name, f"/usr/bin/{target}", 0) for name, target in BY_VARIABLE.items()
    ]
    for alternative in (*by_variable, *alternatives(scripts)):
        there = (root / merged(alternative.target.lstrip("/"))).exists()
        if there and (alternative.name not in best or best[alternative.name].priority < alternative.priority):
            best[alternative.name] = alternative
    for alternative in best.values():
        link = root / merged(alternative.link.lstrip("/"))
        if not link.exists() or link.is_symlink():
            _link(root / "etc/alternatives" / alternative.name, alternative.target)
            _link(link, f"/etc/alternatives/{alternative.name}")


# ── which packages there are ───────────────────────────────────────────────────────────────────────


def _list_packages(root: Path, controls: Sequence[Mapping[str, str]]) -> None:
    """As `dpkg -l` reads it."""
    folder = root / "var/lib/dpkg"
    (folder / "info").mkdir(parents=True, exist_ok=True)
    (folder / "updates").mkdir(exist_ok=True)
    entries = [
        re.sub(
            r"(?m)^(Package: .*)$", r"\1\nStatus: install ok installed", control["control"].strip(), count=1
        )
        for control in controls
        if "control" in control
    ]
    _write(folder / "status", "\n\n".join(entries) + "\n")
    _write(folder / "available", "")
