"""A Debian package (.deb) -> files in a root folder, without root and without dpkg.

A .deb is an `ar` archive of two tar archives: what is installed (data), and what it says of itself (control).
"""

from __future__ import annotations

import io
import lzma
import os
import posixpath
import shutil
import subprocess
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Any

from asmeant.errors import DataError

MAGIC = b"!<arch>\n"
HEADER_BYTES = 60
# These folders are links into /usr: what a package puts into them is stored there.
MERGED = ("bin", "sbin", "lib", "lib32", "lib64", "libx32")
# Not needed by any command. Licences stay.
LEFT_OUT = (
    "usr/share/doc/", "usr/share/info/", "usr/share/lintian/", "usr/share/locale/", "usr/share/bug/",
    "usr/share/applications/", "usr/share/icons/", "usr/share/pixmaps/", "lib/systemd/", "usr/lib/systemd/",
    "usr/share/zsh/help/", "usr/share/gcc/", "usr/share/perl5/Debconf/", "var/cache/debconf/",
)  # fmt: skip
KEPT_NAMES = ("copyright",)
KEPT_FOLDERS = ("usr/share/locale/locale.alias",)


def unpack(package: Path, root: Path) -> None:
    """Writes the files of a package below `root`. Bits that lend a user's rights (setuid) are dropped."""
    with _archive(package, "data.tar") as data:
        for member in data:
            path = _path(member.name, package)
            if path and not _is_left_out(path):
                _write(data, member, root, path, package)


def control(package: Path) -> dict[str, str]:
    """The texts that describe a package: `control`, and the scripts that an installer would run."""
    with _archive(package, "control.tar") as archive:
        return {
            posixpath.basename(member.name): _text(archive, member)
            for member in archive
            if member.isfile() and member.size < 1 << 20
        }


def _text(archive: tarfile.TarFile, member: tarfile.TarInfo) -> str:
    file = archive.extractfile(member)
    return file.read().decode("utf-8", "replace") if file else ""


# ── ar ─────────────────────────────────────────────────────────────────────────────────────────────


@contextmanager
def _archive(package: Path, name: str) -> Iterator[tarfile.TarFile]:
    """The tar archive of that name in a package."""
    try:
        with package.open("rb") as file:
            ending, content = _find(file, name, package)
            with tarfile.open(fileobj=_unpacked(content, ending, package), mode="r|") as archive:
                yield archive
    except (tarfile.TarError, lzma.LZMAError, EOFError) as error:
        raise DataError(f"{package.name} is damaged: {error}. Delete {package}, and try again.") from error


def _find(file: IO[bytes], name: str, package: Path) -> tuple[str, Any]:
    if file.read(len(MAGIC)) != MAGIC:
        raise DataError(f"{package.name} is not a Debian package. Delete {package}, and try again.")
    while len(header := file.read(HEADER_BYTES)) == HEADER_BYTES:
        member, size = header[:16].decode("ascii", "replace").strip().rstrip("/"), int(header[48:58])
        if member.startswith(name):
            return member[len(name) :], _Part(file, size)
        file.seek(size + size % 2, os.SEEK_CUR)
    raise DataError(f"{package.name} has no {name}. Delete {package}, and try again.")


class _Part(io.RawIOBase):
    """The next bytes of a file, as a file."""

    def __init__(self, file: IO[bytes], size: int) -> None:
        self.file, self.left = file, size

    def readable(self) -> bool:
        return True

    def read(self, size: int = -1) -> bytes:
        piece = self.file.read(self.left if size < 0 else min(size, self.left))
        self.left -= len(piece)
        return piece


def _unpacked(content: Any, ending: str, package: Path) -> Any:
    import bz2
    import gzip

    if ending == "":
        return content
    if ending == ".xz":
        return lzma.open(content)
    if ending == ".gz":
        return gzip.open(content)
    if ending == ".bz2":
        return bz2.open(content)
    if ending == ".zst" and (tool := shutil.which("zstd")):
        done = subprocess.run([tool, "-dcq"], input=content.read(), capture_output=True, check=False)
        return io.BytesIO(done.stdout)
    raise DataError(
        f"{package.name} is compressed as '{ending}', which cannot be read here. "
        + ("Install zstd, and try again." if ending == ".zst" else "Take it from a mirror of Debian.")
    )


# ── tar ────────────────────────────────────────────────────────────────────────────────────────────


def _path(name: str, package: Path) -> str:
    """Where a member belongs below the root, in folders that are no links."""
    path = posixpath.normpath(name).lstrip("/")
    if path.startswith(".."):
        raise DataError(f"{package.name} has a file outside of its root: {name}. Do not use it.")
    return "" if path == "." else merged(path)


def merged(path: str) -> str:
    """`bin/ls` is `usr/bin/ls`: since Debian 12, /bin is a link."""
    return f"usr/{path}" if path.split("/", 1)[0] in MERGED else path


def _is_left_out(path: str) -> bool:
    if path.startswith(KEPT_FOLDERS) or posixpath.basename(path) in KEPT_NAMES:
        return False
    return path.startswith(LEFT_OUT)


def _write(data: tarfile.TarFile, member: tarfile.TarInfo, root: Path, path: str, package: Path) -> None:
    target = root / path
    _require_folder(root, target.parent, package)
    if member.isdir():
        if not target.is_dir():
            target.mkdir()
        target.chmod(member.mode & 0o777 | 0o700)
        return
    if target.is_symlink() or target.exists():
        target.unlink()
    if member.issym():
        target.symlink_to(member.linkname)
    elif member.islnk():
        os.link(root / _path(member.linkname, package), target, follow_symlinks=False)
    elif member.isfile():
        file = data.extractfile(member)
        assert file is not None
        with target.open("wb") as copy:
            shutil.copyfileobj(file, copy, 1 << 20)
        target.chmod(member.mode & 0o777 | 0o400)
        os.utime(target, (member.mtime, member.mtime))


def _require_folder(root: Path, folder: Path, package: Path) -> None:
    """No package writes through a link: it could lead out of the root."""
    folder.mkdir(parents=True, exist_ok=True)
    if not folder.resolve().is_relative_to(root.resolve()):
        raise DataError(f"{package.name} writes through a link that leads out of its root. Do not use it.")
