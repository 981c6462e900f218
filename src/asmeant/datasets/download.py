"""Name of a dataset -> its files, in the cache.

A download is streamed into `*.part`. After an interruption, the next call resumes it. A file gets its final
name only if it is complete and has the right checksum, so all other files in the cache are valid.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import httpx
from filelock import FileLock, Timeout

from asmeant import plugins
from asmeant.cache import download_errors
from asmeant.datasets.release import Release, ReleasedFile, download_folder
from asmeant.errors import DownloadError, UsageError

# Called with the path of the released file, the bytes received, and the total bytes if known.
Progress = Callable[[str, int, int | None], None]


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """Retries and timeouts for the server and for another process that holds the lock."""

    attempts: int = 4
    pause_seconds: float = 1.0
    answer_seconds: float = 30.0
    lock_seconds: float = 900.0


_DEFAULT_POLICY = RetryPolicy()


def fetch(
    name: str,
    *,
    cache: Path | None = None,
    progress: Progress | None = None,
    policy: RetryPolicy = _DEFAULT_POLICY,
) -> list[Path]:
    """Download the files of a dataset that are missing or damaged. Each is verified by its checksum."""
    release = plugins.load("dataset", name)
    if not isinstance(release, Release) or not release.files:
        raise UsageError(f"'{name}' needs no download. Datasets that do: see asmeant list datasets")
    return fetch_files(release, cache or download_folder(), progress or _silent, policy)


def fetch_files(release: Release, folder: Path, progress: Progress, policy: RetryPolicy) -> list[Path]:
    """Download the files of a release into `folder`. A lock keeps other processes waiting."""
    headers = {"User-Agent": "asmeant", "Accept-Encoding": "identity"}
    lock = folder / f".{release.name}.lock"
    with download_errors(folder, "Then run the same command again: it continues the download."):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with (
                FileLock(lock, timeout=policy.lock_seconds),
                httpx.Client(headers=headers, follow_redirects=True, timeout=policy.answer_seconds) as client,
            ):
                return [_fetch(_Download(client, file, folder, progress, policy)) for file in release.files]
        except Timeout as error:
            raise DownloadError(
                f"Another process has been fetching {release.name} for {policy.lock_seconds:.0f} seconds "
                f"(it holds {lock}). Wait for it, or end it, and try again."
            ) from error


@dataclass(frozen=True, slots=True)
class _Download:
    """The download of one file: its source and its target."""

    client: httpx.Client
    file: ReleasedFile
    folder: Path
    progress: Progress
    policy: RetryPolicy

    @property
    def target(self) -> Path:
        return self.folder / self.file.path

    def sibling(self, ending: str) -> Path:
        return self.target.with_name(self.target.name + ending)


def _fetch(download: _Download) -> Path:
    target = download.target
    if target.is_file() and _is_good(download, target):
        size = target.stat().st_size
        download.progress(download.file.path, size, size)
        _store_sha256(download)
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    partial_file = download.sibling(".part")
    resumed = partial_file.exists()
    _stream_with_retries(download, partial_file)
    if resumed and not _is_good(download, partial_file):
        _delete_partial_file(download)  # the first bytes may be of another version
        _stream_with_retries(download, partial_file)
    if not _is_good(download, partial_file):
        raise _wrong_sha256(download, partial_file)
    partial_file.replace(target)
    _delete_partial_file(download)
    _store_sha256(download)
    return target


# ── requests ───────────────────────────────────────────────────────────────────────────────────────


def _stream_with_retries(download: _Download, partial_file: Path) -> None:
    """Request the file until it is complete. After a lost connection or a busy server, resume."""
    for attempt in range(1, download.policy.attempts + 1):
        try:
            _stream(download, partial_file)
            return
        except (httpx.ConnectError, httpx.ConnectTimeout) as error:
            raise _unreachable(download, error) from error
        except (httpx.TransportError, httpx.HTTPStatusError) as error:
            if isinstance(error, httpx.HTTPStatusError) and not _is_temporary(error.response.status_code):
                raise _refused(download, error.response.status_code) from error
            if attempt == download.policy.attempts:
                raise _gave_up(download, partial_file, error) from error
            time.sleep(download.policy.pause_seconds * attempt)
        except httpx.HTTPError as error:
            raise _gave_up(download, partial_file, error) from error


def _stream(download: _Download, partial_file: Path) -> None:
    received = partial_file.stat().st_size if partial_file.exists() else 0
    etag = _etag(download)
    headers = {"Range": f"bytes={received}-"} if received else {}
    if received and etag and not etag.startswith("W/"):
        headers["If-Range"] = etag
    with download.client.stream("GET", download.file.url, headers=headers) as response:
        if response.status_code == httpx.codes.REQUESTED_RANGE_NOT_SATISFIABLE:
            if response.headers.get("Content-Range", "") == f"bytes */{received}":
                return  # the file is already complete
            _delete_partial_file(download)
            raise httpx.RemoteProtocolError("the server has less than was fetched before")
        response.raise_for_status()
        tag = response.headers.get("ETag", "")
        if response.status_code != httpx.codes.PARTIAL_CONTENT:
            received = 0
        elif _starts_at_other_byte(response, received) or (etag and tag and tag != etag):
            _delete_partial_file(download)
            raise httpx.RemoteProtocolError("the file changed between two requests")
        _store_etag(download, tag)
        _write(download, response, partial_file, received)


def _write(download: _Download, response: httpx.Response, partial_file: Path, received: int) -> None:
    length = response.headers.get("Content-Length", "")
    total = received + int(length) if length.isdecimal() else download.file.bytes
    with partial_file.open("ab" if received else "wb") as file:
        # Not in chunks of a fixed size: the last bytes before a lost connection would be lost.
        for chunk in response.iter_bytes():
            file.write(chunk)
            received += len(chunk)
            download.progress(download.file.path, received, total)
            if download.file.bytes is not None and received > download.file.bytes:
                return  # not the expected file, and perhaps endless: the checksum will fail
    if download.file.bytes is not None and received < download.file.bytes:
        raise httpx.RemoteProtocolError(f"the answer ended after {received} of {download.file.bytes} bytes")


def _starts_at_other_byte(response: httpx.Response, received: int) -> bool:
    return not response.headers.get("Content-Range", "").startswith(f"bytes {received}-")


def _is_temporary(status: int) -> bool:
    return status in (408, 425, 429) or status >= 500


# ── files next to a download ───────────────────────────────────────────────────────────────────────


def _etag(download: _Download) -> str:
    """The ETag of the partial file, if the server sent one."""
    try:
        note = json.loads(download.sibling(".part.json").read_text())
    except (OSError, ValueError):
        return ""
    is_same_url = isinstance(note, dict) and note.get("url") == download.file.url
    return str(note.get("etag", "")) if is_same_url else ""


def _store_etag(download: _Download, etag: str) -> None:
    download.sibling(".part.json").write_text(json.dumps({"url": download.file.url, "etag": etag}))


def _delete_partial_file(download: _Download) -> None:
    download.sibling(".part.json").unlink(missing_ok=True)
    download.sibling(".part").unlink(missing_ok=True)


def _is_good(download: _Download, place: Path) -> bool:
    """Whether the checksum is the published one or, if none is published, that of the first download."""
    expected = _expected_sha256(download)
    return not expected or _sha256(place) == expected


def _store_sha256(download: _Download) -> None:
    if not _expected_sha256(download):
        sum_and_name = f"{_sha256(download.target)}  {download.target.name}\n"
        download.sibling(".sha256").write_text(sum_and_name)


def _expected_sha256(download: _Download) -> str:
    if download.file.sha256:
        return download.file.sha256
    sum_file = download.sibling(".sha256")
    return sum_file.read_text().partition(" ")[0].strip() if sum_file.is_file() else ""


def _sha256(place: Path) -> str:
    with place.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


# ── errors ─────────────────────────────────────────────────────────────────────────────────────────


def _unreachable(download: _Download, error: Exception) -> DownloadError:
    return DownloadError(
        f"{download.file.path} could not be fetched: {httpx.URL(download.file.url).host} cannot be reached "
        f"({error}). Check the connection and HTTPS_PROXY, or {_manual_download(download)}"
    )


def _refused(download: _Download, status: int) -> DownloadError:
    reason = httpx.codes.get_reason_phrase(status) or "unknown"
    return DownloadError(
        f"{download.file.path} could not be fetched: {download.file.url} answers {status} ({reason}). "
        f"If it has moved, {_manual_download(download)}"
    )


def _gave_up(download: _Download, partial_file: Path, error: Exception) -> DownloadError:
    received = partial_file.stat().st_size if partial_file.exists() else 0
    return DownloadError(
        f"{download.file.path} could not be fetched: {download.file.url} fails again and again "
        f"({str(error) or type(error).__name__}). {received} bytes are kept: run the same command later, and "
        f"it continues from there."
    )


def _wrong_sha256(download: _Download, partial_file: Path) -> DownloadError:
    bad = download.sibling(".bad")
    digest = _sha256(partial_file)
    partial_file.replace(bad)
    _delete_partial_file(download)
    whose = "published" if download.file.sha256 else "first download's (none is published)"
    return DownloadError(
        f"{download.file.path} is not what it should be: its SHA-256 is {digest}, and the {whose} "
        f"{_expected_sha256(download)}. The download is kept as {bad}. Look at it: a proxy may have sent its "
        f"own page. Otherwise {_manual_download(download)}"
    )


def _manual_download(download: _Download) -> str:
    return f"put the file at {download.target} yourself."


def _silent(path: str, received: int, total: int | None) -> None:
    """Report nothing."""
