"""Whatever strangers send is read or refused: no crash, no hang, and errors that say what to do."""

from __future__ import annotations

import hashlib
import tempfile
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, given, settings

from tests.fuzzing.targets import TARGETS, Target, inputs

FOUND = Path(__file__).parent / "found"
# On a busy machine; what hangs takes longer.
MOST_CPU_SECONDS = 5.0
QUICK, THOROUGH = 15, 5000


def read(target: Target, content: bytes) -> None:
    begun = time.process_time()
    message = "read"
    with tempfile.TemporaryDirectory() as folder:
        try:
            target.read(content, Path(folder))
        except target.expected as error:
            message = str(error)
    assert message.strip(), "an error says what is wrong"
    assert time.process_time() - begun < MOST_CPU_SECONDS, "it takes too long"


@pytest.mark.parametrize("name", TARGETS)
def test_any_bytes_are_read_or_refused(name: str, request: pytest.FixtureRequest) -> None:
    count = THOROUGH if request.config.getoption("--thorough") else QUICK
    target = TARGETS[name]

    @settings(
        max_examples=count, database=None, derandomize=count == QUICK, suppress_health_check=list(HealthCheck),
        phases=[Phase.generate, Phase.shrink],
    )  # fmt: skip
    @given(inputs(target))
    def fuzz(content: bytes) -> None:
        read(target, content)

    fuzz()


@pytest.mark.parametrize("name", TARGETS)
def test_what_is_valid_is_read(name: str, tmp_path: Path) -> None:
    target = TARGETS[name]
    for content in target.seeds[:1]:
        target.read(content, tmp_path)


CASES = sorted(path for path in FOUND.glob("*/*") if path.is_file())


@pytest.mark.parametrize("path", CASES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_what_was_found_once_does_not_come_back(path: Path) -> None:
    read(TARGETS[path.parent.name.replace("-", " ")], path.read_bytes())


def keep(name: str, content: bytes) -> Path:
    """Writes down an input that was found, as a test."""
    path = FOUND / name.replace(" ", "-") / hashlib.sha256(content).hexdigest()[:12]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    return path
