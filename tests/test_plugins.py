"""The socket: ours and a stranger's come through the same entry points."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from asmeant import plugins
from asmeant.errors import PluginError, UnknownNameError


@pytest.fixture
def stranger(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A package from elsewhere, with one good dataset and one that cannot be imported."""
    info = tmp_path / "stranger-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(
        "[asmeant.datasets]\ngood = stranger_good:DATASET\nbroken = stranger_broken:DATASET\n"
    )
    (tmp_path / "stranger_good.py").write_text(
        "from asmeant.testing import FakeDataset\nDATASET = FakeDataset(name='good')\n"
    )
    (tmp_path / "stranger_broken.py").write_text("import a_library_that_is_not_there\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    return tmp_path


def test_a_strangers_dataset_is_found_like_ours(stranger: Path) -> None:
    assert {"good", "odex"} <= set(plugins.names("dataset"))
    assert plugins.load("dataset", "good").name == "good"


def test_a_broken_one_is_named_with_its_package_and_breaks_nothing_else(stranger: Path) -> None:
    with pytest.raises(PluginError, match=r"'broken'.*a_library_that_is_not_there.*uninstall stranger"):
        plugins.load("dataset", "broken")
    assert plugins.load("dataset", "odex").name == "odex"


def test_an_unknown_name_says_which_comes_close() -> None:
    with pytest.raises(
        UnknownNameError, match=r"No dataset is called 'odx'\. Closest: 'odex'\. See: asmeant list datasets"
    ):
        plugins.load("dataset", "odx")
    with pytest.raises(UnknownNameError, match=r"Known: .*pass@k"):
        plugins.load("metric", "zzzzzzz")


def test_two_packages_with_one_name_are_told_apart(stranger: Path) -> None:
    info = stranger / "stranger-1.0.dist-info" / "entry_points.txt"
    info.write_text("[asmeant.datasets]\nodex = stranger_good:DATASET\n")
    with pytest.raises(PluginError, match="offered by asmeant and stranger"):
        plugins.load("dataset", "odex")


@pytest.mark.parametrize("kind", ["dataset", "client", "model", "metric", "sandbox"])
def test_all_of_ours_can_be_loaded(kind: str) -> None:
    for name in plugins.names(kind):
        assert plugins.load(kind, name) is not None


def test_import_and_help_need_none_of_the_heavy_libraries() -> None:
    code = "import sys, asmeant, asmeant.cli; print(sorted({'rich', 'httpx', 'torch', 'xllamacpp'} & set(sys.modules)))"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert said == "[]\n"
