"""Hand-made Debian packages, for worlds that need no network: an `ar` archive of two tar archives."""

from __future__ import annotations

import hashlib
import io
import tarfile
from collections.abc import Iterable, Mapping
from pathlib import Path

from asmeant.execution.worlds.debian.lock import Lock, Package


def member(
    name: str, content: bytes | str = b"", mode: int = 0o644, **fields: object
) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    data = content.encode() if isinstance(content, str) else content
    info.size, info.mode, info.mtime = len(data), mode, 1_600_000_000
    for field, value in fields.items():
        setattr(info, field, value)
    return info, data


def link(name: str, target: str, kind: bytes = tarfile.SYMTYPE) -> tuple[tarfile.TarInfo, bytes]:
    return member(name, type=kind, linkname=target)


def write_deb(
    folder: Path,
    name: str,
    members: Iterable[tuple[tarfile.TarInfo, bytes]],
    version: str = "1.0",
    scripts: Mapping[str, str] | None = None,
    ending: str = "xz",
) -> Package:
    """Writes it where a mirror has it, and tells what a lock says of it."""
    described = f"Package: {name}\nVersion: {version}\nArchitecture: all\nMaintainer: Us <us@example.org>\nDescription: x\n"
    texts = {"control": described, **(scripts or {})}
    control = _tar([member(f"./{file}", text) for file, text in texts.items()], "gz")
    data = _tar(members, ending)
    deb = b"!<arch>\n" + _part("debian-binary", b"2.0\n") + _part("control.tar.gz", control)
    deb += _part(f"data.tar.{ending}" if ending else "data.tar", data)
    path = Path("pool") / name[0] / f"{name}_{version.partition(':')[2] or version}_all.deb"
    (folder / path).parent.mkdir(parents=True, exist_ok=True)
    (folder / path).write_bytes(deb)
    return Package(name, version, hashlib.sha256(deb).hexdigest(), len(deb), str(path))


def lock_of(packages: Iterable[Package], architecture: str) -> Lock:
    return Lock("hand-made", architecture, tuple(packages))


def _tar(members: Iterable[tuple[tarfile.TarInfo, bytes]], ending: str) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode=f"w:{ending}") as archive:  # type: ignore[call-overload]
        for info, content in members:
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


def _part(name: str, content: bytes) -> bytes:
    header = f"{name:<16}{0:<12}{0:<6}{0:<6}{'100644':<8}{len(content):<10}`\n".encode()
    return header + content + b"\n" * (len(content) % 2)
