"""Worlds are declared, built, checked and removed; what goes wrong is told."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from filelock import FileLock

from asmeant.errors import DataError, SandboxError, UnknownNameError, UsageError
from asmeant.execution.worlds import Tier, World, built, find_world, installing, world
from asmeant.execution.worlds.build import build, home_of, problems, remove, state
from tests.execution.wheels import write_wheel

HERE = f"{sys.version_info.major}.{sys.version_info.minor}"


@pytest.fixture
def tiny(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> World:
    """A world of one small package, which the installer finds in a folder."""
    folder, wheels = tmp_path / "tiny", tmp_path / "wheels"
    folder.mkdir()
    wheels.mkdir()
    (folder / f"python{HERE}.lock").write_text(write_wheel(wheels, "asmeant_tiny", "1.0"))
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path / "worlds"))
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(wheels))
    found = World(
        name="tiny",
        about="one small package",
        folder=folder,
        pythons=(HERE,),
        size_mb=1,
        environment={"TINY": "{home}/cache"},
        warming="import asmeant_tiny, os, pathlib; pathlib.Path(os.environ['TINY']).touch()",
    )
    monkeypatch.setattr(world, "worlds", lambda: {"tiny": found})
    return found


@pytest.fixture(scope="session")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment that takes no time to make, as it is copied."""
    path = tmp_path_factory.mktemp("environment") / "made"
    installing.make_environment(path, installing.find_python(HERE, None), "pip", lambda line: None)
    return path


@pytest.fixture
def quick(environment: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def copy(home: Path, *_given: object) -> None:
        if not home.exists():
            shutil.copytree(environment, home, symlinks=True)

    monkeypatch.setattr(installing, "make_environment", copy)


# ── declared ───────────────────────────────────────────────────────────────────────────────────────


def test_the_lock_of_odex_is_exact_and_names_no_host() -> None:
    odex = find_world("odex")
    for version in odex.pythons:
        text = odex.lock(version).read_text()
        entries = [line for line in text.splitlines() if line and line[0] not in " #"]
        assert len(entries) == len(odex.packages(version)) > 100
        assert text.count("--hash=sha256:") >= len(entries)
        assert "://" not in text
        assert "--" not in text.replace("--hash=", "")


def test_a_program_finds_its_tier_loaded() -> None:
    tiers = (Tier(("pandas",), ("numpy", "pandas")), Tier(("numpy",), ("numpy",)), Tier((), ("re",)))
    found = replace(find_world("odex"), tiers=tiers)
    assert found.preload(("numpy", "pandas")) == ("numpy", "pandas")
    assert found.preload(("numpy",)) == ("numpy",)
    assert found.preload(()) == ("re",)
    assert replace(found, tiers=()).preload(()) == ()


def test_quarantine_says_why() -> None:
    assert "never runs dry" in find_world("odex").quarantine()["odex/es/13"]


def test_your_answers_come_first_and_the_default_last(tmp_path: Path) -> None:
    (tmp_path / "mine.json").write_text('[{"url": "a.org/*", "body": "mine"}]')
    answers = find_world("odex").answers(tmp_path)
    assert answers[0] == {"url": "a.org/*", "body": "mine"}
    assert answers[-1]["url"] == "*"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[", "is not JSON"),
        ("{}", "holds dict, not a list"),
        ('[{"body": "x"}]', "Answer 1 of .* has no url"),
        (
            '[{"url": "*"}, {"url": "*", "bdy": ""}]',
            "Answer 2 of .* says 'bdy', which means nothing. Known: about,",
        ),
    ],
)
def test_a_wrong_answer_is_told(tmp_path: Path, text: str, message: str) -> None:
    (tmp_path / "mine.json").write_text(text)
    with pytest.raises(DataError, match=message):
        find_world("odex").answers(tmp_path)


def test_a_folder_of_answers_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"There is no folder"):
        find_world("odex").answers(tmp_path / "none")


def test_an_unknown_world_is_told() -> None:
    with pytest.raises(UnknownNameError, match=r"No world is called 'odx'. Closest: 'odex'"):
        find_world("odx")


# ── built ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.usefixtures("quick")
def test_a_life(tiny: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Interrupted, gone on with, used, damaged, out of date, removed."""
    assert state(tiny, HERE) == "not built"
    with pytest.raises(SandboxError, match=r"cannot be used: not built. Run: asmeant world build tiny"):
        built("tiny")

    def interrupt(*_given: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(installing, "install", interrupt)
        with pytest.raises(KeyboardInterrupt):
            build(tiny, HERE, installer="pip")
    assert state(tiny, HERE) == "unfinished"

    heard: list[tuple[int, int, str]] = []
    with monkeypatch.context() as patch:
        patch.setattr(installing, "run", _no_second_environment)
        place = build(tiny, HERE, installer="pip", progress=lambda *said: heard.append(said))
    assert heard[-1] == (1, 1, "done")
    assert state(tiny, HERE) == "built"
    assert place == built("tiny")
    assert place.environment == {"TINY": f"{place.home}/cache"}
    assert (place.home / "cache").exists()
    assert place.label.startswith(f"tiny-{HERE}@")
    assert place.shims is None
    said = subprocess.run(
        [place.python, "-c", "import asmeant_tiny as t; print(t.version)"], capture_output=True
    )
    assert said.stdout == b"1.0\n"
    assert problems(place) == []
    assert build(tiny, HERE, installer="pip") == place

    packages = next((place.home / "lib").glob("python*/site-packages"))
    shutil.move(packages / "asmeant_tiny-1.0.dist-info", packages / "other-1.0.dist-info")
    metadata = packages / "other-1.0.dist-info" / "METADATA"
    metadata.write_text(metadata.read_text().replace("asmeant_tiny", "other"))
    assert problems(place) == ["asmeant_tiny is missing", "other was added"]
    metadata.write_text("Metadata-Version: 2.1\nName: asmeant_tiny\nVersion: 2.0\n")
    assert problems(place) == ["asmeant_tiny is 2.0, and was 1.0"]

    tiny.lock(HERE).write_text(tiny.lock(HERE).read_text() + "# changed\n")
    assert state(tiny, HERE) == "out of date"
    with pytest.raises(SandboxError, match=r"its lock has changed since"):
        built("tiny")

    assert remove(tiny, HERE) == [place.home]
    assert remove(tiny, HERE) == []
    assert state(tiny, HERE) == "not built"
    assert "its Python does not run" in problems(place)[0]


_RUN = installing.run


def _no_second_environment(command: list[str], home: Path, heard: installing.LineListener) -> None:
    assert "venv" not in command
    _RUN(command, home, heard)


@pytest.mark.thorough
@pytest.mark.usefixtures("quick")
def test_a_failed_build_leaves_the_old_world(tiny: World, tmp_path: Path) -> None:
    place = build(tiny, HERE, installer="pip")
    tiny.lock(HERE).write_text(tiny.lock(HERE).read_text().replace("sha256:", "sha256:0000")[:-5] + "\n")
    with pytest.raises(SandboxError, match=r"its sum is another"):
        build(tiny, HERE, installer="pip")
    assert Path(place.python).exists()
    assert state(tiny, HERE) == "out of date"
    tiny.lock(HERE).write_text("no_such_package==1.0 --hash=sha256:" + "0" * 64 + "\n")
    with pytest.raises(
        SandboxError, match=r"asked has no no_such_package in any version, or cannot be reached"
    ):
        build(tiny, HERE, installer="pip")


@pytest.mark.thorough
@pytest.mark.usefixtures("quick")
def test_a_world_that_does_not_work_is_told(tiny: World) -> None:
    with pytest.raises(SandboxError, match=r"is installed, but does not work: .*ZeroDivisionError.* --fresh"):
        build(replace(tiny, warming="1 / 0"), HERE, installer="pip")


def test_a_second_builder_waits_its_turn(tiny: World) -> None:
    home = home_of(tiny, HERE)
    home.parent.mkdir(parents=True)
    with (
        FileLock(home.with_name(f".{home.name}.lock")),
        pytest.raises(SandboxError, match=r"Another process is building"),
    ):
        build(tiny, HERE, installer="pip")


def test_room_is_looked_at_first(tiny: World) -> None:
    with pytest.raises(SandboxError, match=r"needs about 1,000,000,000 MB, and .* MB are free in"):
        build(replace(tiny, size_mb=10**9), HERE, installer="pip")


def test_a_place_that_cannot_be_written_is_told(
    tiny: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("ASMEANT_WORLDS", str(tmp_path / "file" / "worlds"))
    with pytest.raises(SandboxError, match=r"cannot be written to .*: Not a directory. Set ASMEANT_WORLDS"):
        build(tiny, HERE, installer="pip")


# ── pythons and installers ─────────────────────────────────────────────────────────────────────────


def test_a_python_is_found_or_told(tmp_path: Path) -> None:
    assert installing.version_of(installing.find_python(HERE, None)) == HERE
    assert installing.find_python(HERE, sys.executable) == sys.executable
    with pytest.raises(SandboxError, match=r"needs Python 3.2, and none was found .* uv python install 3.2"):
        installing.find_python("3.2", None)
    with pytest.raises(UsageError, match=rf"is not a Python 3.2: found {HERE}"):
        installing.find_python("3.2", sys.executable)
    assert installing.find_python("3.2", None, "uv") == "3.2"
    with pytest.raises(UsageError, match=r"found nothing that runs"):
        installing.find_python("3.2", str(tmp_path / "none"))


def test_uv_is_taken_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: f"/bin/{name}")
    assert installing.choose_installer(None) == installing.choose_installer("uv") == "uv"
    assert installing.choose_installer("pip") == "pip"
    monkeypatch.setattr(shutil, "which", lambda name: None)
    assert installing.choose_installer(None) == "pip"
    with pytest.raises(UsageError, match=r"uv is not installed here"):
        installing.choose_installer("uv")


def test_uv_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[list[str]] = []
    monkeypatch.setattr(installing, "run", lambda command, home, heard: calls.append(command))
    installing.make_environment(tmp_path, "/bin/python3", "uv", print)
    installing.install(tmp_path, tmp_path / "lock", "uv", print)
    assert calls[0] == ["uv", "venv", "--python", "/bin/python3", str(tmp_path)]
    assert calls[1][:5] == ["uv", "pip", "install", "--python", str(tmp_path / "bin" / "python")]
    assert "--require-hashes" in calls[1]


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device", "The disk is full"),
        ("WARNING: Retrying: Temporary failure in name resolution\nERROR: No matching distribution found for numpy==1", "The package index cannot be reached: WARNING"),
        ("error: Request failed\n  cause: dns error", "The package index cannot be reached: cause: dns error"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES", "A package is not the one that the lock names"),
        ("ERROR: No matching distribution found for numpy==1.23.5", "numpy cannot be had for this machine"),
        ("  cause: Because tensorflow-cpu==2.13.1 has no wheels with a matching tag", "tensorflow-cpu cannot be had"),
        ("Collecting a\nERROR: something else went wrong\n", "could not be installed: ERROR: something else went wrong. What is done"),
        ("", "could not be installed: nothing was said"),
    ],
)  # fmt: skip
def test_what_went_wrong_is_told(said: str, message: str, tmp_path: Path) -> None:
    assert message in installing.error_message(said.splitlines(), tmp_path)


def test_the_command_is_ended_when_we_are(tmp_path: Path) -> None:
    def stop(_line: str) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        installing.run([sys.executable, "-c", "print(1, flush=True); input()"], tmp_path, stop)
