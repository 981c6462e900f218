"""Needs -> what a planted file holds: lines, those that are looked for among them; or an archive. Pure."""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import posixpath
import tarfile
import zipfile

from asmeant.authoring.corpus.grounding.patterns import regex_examples
from asmeant.authoring.corpus.grounding.wanted import Needs

LINES = (
    "apple 10 red", "banana 2 yellow", "cherry 33 red", "apple 10 red", "damson 7 blue", "", "elder,berry,5",
    "fig: 21: purple", "grape\t8\tgreen", "Hazel 40 brown", "iris 1 blue", "juniper 12 blue",
)  # fmt: skip


def content_of(wanted: Needs, number: int, path: str, size: int | None = None) -> bytes:
    text = _text(wanted, number)
    if size is not None:
        return (text * (size // max(1, len(text)) + 1))[:size]
    return _packed(posixpath.basename(path), text)


def _text(wanted: Needs, number: int) -> bytes:
    """Of every three files one holds none of the texts that are looked for."""
    lines = [*LINES[number % len(LINES) :], *LINES[: number % len(LINES)], f"line of file {number}"]
    if number % 3 != 2:
        for text in wanted.texts:
            for place, found in enumerate(regex_examples(text.pattern, text.extended, text.fixed)):
                lines[2 * place : 2 * place] = [found, f"{found} and more" if number % 2 else found]
    lines += [f"number {count}" for count in range(len(lines), wanted.lines + 5)]
    return "\n".join(sorted(lines) if wanted.sorted_lines else lines).encode() + b"\n"


def _packed(name: str, text: bytes) -> bytes:
    """Archives hold two files, and what is compressed holds a text."""
    lower = name.lower()
    if lower.endswith((".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tbz", ".tar.xz", ".txz")):
        kind = "gz" if "gz" in lower else "bz2" if "bz" in lower else "xz" if "xz" in lower else ""
        return _tarred(text, kind)
    if lower.endswith((".zip", ".jar", ".war")):
        return _zipped(text)
    if lower.endswith((".gz", ".z")):
        return gzip.compress(text, mtime=0)
    if lower.endswith(".bz2"):
        return bz2.compress(text)
    return lzma.compress(text) if lower.endswith((".xz", ".lzma")) else text


def _tarred(text: bytes, kind: str) -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name in ("packed/first.txt", "packed/second.txt"):
            member = tarfile.TarInfo(name)
            member.size = len(text)
            archive.addfile(member, io.BytesIO(text))
    whole = stream.getvalue()
    squeeze = {"gz": lambda data: gzip.compress(data, mtime=0), "bz2": bz2.compress, "xz": lzma.compress}
    return squeeze[kind](whole) if kind else whole


def _zipped(text: bytes) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        for name in ("first.txt", "second.txt"):
            archive.writestr(zipfile.ZipInfo(name), text)
    return stream.getvalue()
