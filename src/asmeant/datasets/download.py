"""A dataset's name -> its files, in the cache.

A download is streamed into `*.part`, which an interruption leaves behind and the next call goes on with. Only
a whole file with the right sum gets its real name, so whatever lies in the cache under that name is good.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import httpx
from filelock import FileLock, Timeout

from asmeant import plugins
from asmeant.datasets.release import Release, ReleasedFile, cache_folder
from asmeant.errors import DownloadError, UsageError
from asmeant.files import is_disk_full

# Called with the released path, the bytes that are there, and the bytes there will be, where that is known.
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class Patience:
    """How long to bear with a server and with another process."""

    attempts: int = 4
    pause_seconds: float = 1.0
    answer_seconds: float = 30.0
    lock_seconds: float = 900.0


_PATIENCE = Patience()


def fetch(
    name: str,
    *,
    cache: Path | None = None,
    progress: Progress | None = None,
    patience: Patience = _PATIENCE,
) -> list[Path]:
    """The files of a dataset, downloaded where they are missing or damaged. Each is checked by its sum."""
    release = plugins.load("dataset", name)
    if not isinstance(release, Release) or not release.files:
        raise UsageError(f"'{name}' needs no download. Datasets that do: see asmeant list datasets")
    return fetch_files(release, cache or cache_folder(), progress or _silent, patience)


def fetch_files(release: Release, folder: Path, progress: Progress, patience: Patience) -> list[Path]:
    """The files of a release, in `folder`. Two processes take turns."""
    headers = {"User-Agent": "asmeant", "Accept-Encoding": "identity"}
    lock = folder / f".{release.name}.lock"
    with _told_in_words(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with (
                FileLock(lock, timeout=patience.lock_seconds),
                httpx.Client(
                    headers=headers, follow_redirects=True, timeout=patience.answer_seconds
                ) as client,
            ):
                return [_fetch(_Download(client, file, folder, progress, patience)) for file in release.files]
        except Timeout as error:
            raise DownloadError(
                f"Another process has been fetching {release.name} for {patience.lock_seconds:.0f} seconds "
                f"(it holds {lock}). Wait for it, or end it, and try again."
            ) from error


@dataclass(frozen=True, slots=True)
class _Download:
    """One file on its way: where it comes from and where it goes."""

    client: httpx.Client
    file: ReleasedFile
    folder: Path
    progress: Progress
    patience: Patience

    @property
    def target(self) -> Path:
        return self.folder / self.file.path

    def beside(self, ending: str) -> Path:
        return self.target.with_name(self.target.name + ending)


def _fetch(download: _Download) -> Path:
    target = download.target
    if target.is_file() and _is_good(download, target):
        size = target.stat().st_size
        download.progress(download.file.path, size, size)
        _note_sum(download)
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    part = download.beside(".part")
    resumed = part.exists()
    _persist(download, part)
    if resumed and not _is_good(download, part):
        _forget(download)  # the beginning may be of another version
        _persist(download, part)
    if not _is_good(download, part):
        raise _wrong_sum(download, part)
    part.replace(target)
    _forget(download)
    _note_sum(download)
    return target


# ── one request after the other ────────────────────────────────────────────────────────────────────


def _persist(download: _Download, part: Path) -> None:
    """Asks until the part is whole. After a cut connection or a busy answer it goes on from there."""
    for attempt in range(1, download.patience.attempts + 1):
        try:
            _stream(download, part)
            return
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise _unreachable(download, error) from error
        except (httpx.TransportError, httpx.HTTPStatusError) as error:
            if isinstance(error, httpx.HTTPStatusError) and not _may_pass(error.response.status_code):
                raise _refused(download, error.response.status_code) from error
            if attempt == download.patience.attempts:
                raise _gave_up(download, part, error) from error
            time.sleep(download.patience.pause_seconds * attempt)
        except httpx.HTTPError as error:
            raise _gave_up(download, part, error) from error


def _stream(download: _Download, part: Path) -> None:
    there = part.stat().st_size if part.exists() else 0
    known = _etag(download)
    headers = {"Range": f"bytes={there}-"} if there else {}
    if there and known and not known.startswith("W/"):
        headers["If-Range"] = known
    with download.client.stream("GET", download.file.url, headers=headers) as response:
        if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            if response.headers.get("Content-Range", "") == f"bytes */{there}":
                return  # all of it is there already
            _forget(download)
            raise httpx.RemoteProtocolError("the server has less than was fetched before")
        response.raise_for_status()
        tag = response.headers.get("ETag", "")
        if response.status_code != httpx.codes.PARTIAL_CONTENT:
            there = 0
        elif _starts_elsewhere(response, there) or (known and tag and tag != known):
            _forget(download)
            raise httpx.RemoteProtocolError("the file changed between two requests")
        _remember(download, tag)
        _write(download, response, part, there)


def _write(download: _Download, response: httpx.Response, part: Path, there: int) -> None:
    length = response.headers.get("Content-Length", "")
    total = there + int(length) if length.isdecimal() else download.file.bytes
    with part.open("ab" if there else "wb") as file:
        # As they come: chunks of a fixed size would lose the last bytes before a cut.
        for chunk in response.iter_bytes():
            file.write(chunk)
            there += len(chunk)
            download.progress(download.file.path, there, total)
            if download.file.bytes is not None and there > download.file.bytes:
                return  # something else, and maybe endless: the sum will say so
    if download.file.bytes is not None and there < download.file.bytes:
        raise httpx.RemoteProtocolError(f"the answer ended after {there} of {download.file.bytes} bytes")


def _starts_elsewhere(response: httpx.Response, there: int) -> bool:
    return not response.headers.get("Content-Range", "").startswith(f"bytes {there}-")


def _may_pass(status: int) -> bool:
    return status in (408, 425, 429) or status >= 500


# ── what is written beside a file ──────────────────────────────────────────────────────────────────


def _etag(download: _Download) -> str:
    """The version that the part is of, where the server named one."""
    try:
        noted = json.loads(download.beside(".part.json").read_text())
    except (OSError, ValueError):
        return ""
    same = isinstance(noted, dict) and noted.get("url") == download.file.url
    return str(noted.get("etag", "")) if same else ""


def _remember(download: _Download, etag: str) -> None:
    download.beside(".part.json").write_text(json.dumps({"url": download.file.url, "etag": etag}))


def _forget(download: _Download) -> None:
    download.beside(".part.json").unlink(missing_ok=True)
    download.beside(".part").unlink(missing_ok=True)


def _is_good(download: _Download, place: Path) -> bool:
    """Whether the sum is the published one or, without one, that of the first download."""
    wanted = _wanted_sum(download)
    return not wanted or _sum(place) == wanted


def _note_sum(download: _Download) -> None:
    if not _wanted_sum(download):
        sum_and_name = f"{_sum(download.target)}  {download.target.name}\n"
        download.beside(".sha256").write_text(sum_and_name)


def _wanted_sum(download: _Download) -> str:
    if download.file.sha256:
        return download.file.sha256
    noted = download.beside(".sha256")
    return noted.read_text().partition(" ")[0].strip() if noted.is_file() else ""


def _sum(place: Path) -> str:
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# ── what can go wrong ──────────────────────────────────────────────────────────────────────────────


@contextmanager
def _told_in_words(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if is_disk_full(error):
            raise DownloadError(
                f"The disk of {folder} is full. Free some space, or set ASMEANT_CACHE to a folder on another "
                f"disk; then run the same command again, which goes on where this one stopped."
            ) from error
        raise DownloadError(
            f"{error.filename or folder} cannot be written: {error.strerror or error}. "
            f"Set ASMEANT_CACHE to a folder that you may write to."
        ) from error


def _unreachable(download: _Download, error: Exception) -> DownloadError:
    return DownloadError(
        f"{download.file.path} could not be fetched: {httpx.URL(download.file.url).host} cannot be reached "
        f"({error}). Look at the connection and at HTTPS_PROXY, or {_by_hand(download)}"
    )


def _refused(download: _Download, status: int) -> DownloadError:
    reason = httpx.codes.get_reason_phrase(status) or "unknown"
    return DownloadError(
        f"{download.file.path} could not be fetched: {download.file.url} answers {status} ({reason}). "
        f"Should it have moved, {_by_hand(download)}"
    )


def _gave_up(download: _Download, part: Path, error: Exception) -> DownloadError:
    there = part.stat().st_size if part.exists() else 0
    return DownloadError(
        f"{download.file.path} could not be fetched: {download.file.url} fails again and again "
        f"({str(error) or type(error).__name__}). {there} bytes are kept: run the same command later, and it "
        f"goes on from there."
    )


def _wrong_sum(download: _Download, part: Path) -> DownloadError:
    bad = download.beside(".bad")
    found = _sum(part)
    part.replace(bad)
    _forget(download)
    whose = "published" if download.file.sha256 else "first download's (none is published)"
    return DownloadError(
        f"{download.file.path} is not what it should be: its SHA-256 is {found}, and the {whose} "
        f"{_wanted_sum(download)}. What came is kept as {bad}. Look at it: a proxy may have sent a page "
        f"of its own. Otherwise {_by_hand(download)}"
    )


def _by_hand(download: _Download) -> str:
    return f"put the file at {download.target} yourself."


def _silent(path: str, there: int, total: int | None) -> None:
    """Says nothing."""
