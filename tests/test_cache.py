from __future__ import annotations

import errno
from pathlib import Path

import platformdirs
import pytest

from asmeant.cache import cache_folder, download_errors
from asmeant.errors import DownloadError


@pytest.mark.parametrize("chosen", ["", "/elsewhere", "~/elsewhere"])
def test_one_variable_moves_the_whole_cache(monkeypatch: pytest.MonkeyPatch, chosen: str) -> None:
    monkeypatch.setenv("ASMEANT_CACHE", chosen)
    parent = Path(chosen).expanduser() if chosen else platformdirs.user_cache_path("asmeant")
    assert cache_folder("weights") == parent / "weights"


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (OSError(errno.ENOSPC, "No space"), "The disk of cache is full. Free some space, or set"),
        (OSError(errno.EACCES, "Permission denied", "a/b"), "a/b cannot be written: Permission denied. Set"),
        (OSError("odd"), "cache cannot be written: odd. Set"),
    ],
)
def test_a_cache_that_cannot_be_written_says_what_to_do(error: OSError, message: str) -> None:
    with pytest.raises(DownloadError) as caught, download_errors(Path("cache"), "It needs 200 MB."):
        raise error
    assert str(caught.value).startswith(f"{message} ASMEANT_CACHE to a folder")
    assert str(caught.value).endswith("It needs 200 MB.") == (error.errno == errno.ENOSPC)
