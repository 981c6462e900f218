from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from asmeant import plugins
from asmeant.datasets import Release, load_tasks
from asmeant.datasets.release import data_folder, download_folder, read_objects
from asmeant.errors import DataError, MistakenWordError, PluginError, UnknownNameError, UsageError
from asmeant.records import Selection, Task

SIZES = {"en": 10, "es": 2, "ru": 10}


def tasks_in(language: str) -> list[Task]:
    return [Task(f"mine/{language}/{number}", "do", language) for number in range(SIZES[language])]


def read(_folder: Path, _variant: str, language: str) -> Iterator[Task]:
    for task in tasks_in(language):
        read_so_far.append(task.id)
        yield task


read_so_far: list[str] = []
RELEASE = Release("mine", "", "", "", "", tuple(SIZES), {}, (), lambda _variant, _language: (), read)


@dataclass(frozen=True)
class Plain:
    """A dataset as a stranger would write it."""

    name: str = "mine"

    def load(self, _data: Path | None, _variant: str) -> Iterator[Task]:
        # Languages take turns, as they may in anybody's file.
        for number in range(10):
            for language, size in SIZES.items():
                if number < size:
                    yield Task(f"mine/{language}/{number}", "do", language)


@pytest.fixture(params=[RELEASE, Plain()], ids=["release", "plain"])
def dataset(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    use(request.param, monkeypatch)


def use(dataset: object, monkeypatch: pytest.MonkeyPatch) -> None:
    def found(*_names: Any) -> object:
        return dataset

    monkeypatch.setattr(plugins, "load", found)
    read_so_far.clear()


def ids(**selected: Any) -> list[str]:
    return [task.id for task in load_tasks("mine", Selection(**selected))]


@pytest.mark.usefixtures("dataset")
def test_nothing_selected_is_everything() -> None:
    assert sorted(ids()) == sorted(task.id for language in SIZES for task in tasks_in(language))


@pytest.mark.usefixtures("dataset")
def test_languages_come_in_the_order_of_the_selection_and_once() -> None:
    assert [name.split("/")[1] for name in ids(languages=("ru", "es", "ru"))] == ["ru"] * 10 + ["es"] * 2


@pytest.mark.usefixtures("dataset")
@pytest.mark.parametrize(
    ("languages", "limit", "shares"),
    [
        ((), 1, {"en": 1}),
        ((), 6, {"en": 2, "es": 2, "ru": 2}),
        ((), 9, {"en": 4, "es": 2, "ru": 3}),
        ((), 500, SIZES),
        (("ru", "en"), 3, {"ru": 2, "en": 1}),
        (("es",), 1, {"es": 1}),
    ],
)
def test_a_limit_is_spread_over_the_languages(
    languages: tuple[str, ...], limit: int, shares: dict[str, int]
) -> None:
    wanted = [f"mine/{language}/{number}" for language, share in shares.items() for number in range(share)]
    assert ids(languages=languages, limit=limit) == wanted


@pytest.mark.usefixtures("dataset")
def test_ids_come_in_the_order_of_the_dataset() -> None:
    assert ids(ids=("mine/es/1", "mine/en/1")) == ["mine/en/1", "mine/es/1"]
    assert ids(ids=("mine/es/1", "mine/en/1"), limit=1) == ["mine/en/1"]


@pytest.mark.usefixtures("dataset")
@pytest.mark.parametrize(
    ("selected", "message"),
    [
        ({"languages": ("en", "fr")}, "mine has no tasks in 'fr'. It has: en, es, ru. Choose with --lang."),
        ({"limit": 0}, "The limit is 0. Give 1 or more, or none to take all tasks."),
        ({"ids": ("mine/en/1", "mine/en/11")}, "mine has no task 'mine/en/11'. Closest: 'mine/en/1'."),
        (
            {"ids": ("mine/es/1",), "languages": ("en",)},
            "mine has no task 'mine/es/1' in en. Closest: 'mine/en/1'.",
        ),
    ],
)
def test_a_wrong_selection_is_told_before_any_task_comes(selected: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError) as caught:
        load_tasks("mine", Selection(**selected))
    assert str(caught.value) == message


@pytest.mark.usefixtures("dataset")
def test_an_id_that_is_like_no_other_gets_a_few_that_there_are() -> None:
    with pytest.raises(UsageError, match=r"mine has no task '\?'\. Known: mine/en/0, .* and 2 more\.$"):
        load_tasks("mine", Selection(ids=("?",)))


def test_a_file_or_a_run_in_the_place_of_a_dataset(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("ok.jsonl").write_text('{"id": "a", "intent": "x"}\n')
    with pytest.raises(MistakenWordError, match=r"there is a file of that name.*tasks:ok.jsonl") as caught:
        load_tasks("ok.jsonl")
    assert (caught.value.word, caught.value.replacement) == ("ok.jsonl", "tasks:ok.jsonl")
    Path("run").mkdir()
    Path("run/run.json").touch()
    with pytest.raises(UsageError, match=r"'run' is a run, and not a dataset. Continue it: .* --resume run"):
        load_tasks("run")


def test_only_what_is_asked_for_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    use(RELEASE, monkeypatch)
    next(load_tasks("mine"))
    assert read_so_far == ["mine/en/0"]


def test_a_translated_intent_counts_for_its_original(monkeypatch: pytest.MonkeyPatch) -> None:
    class Translated(Plain):
        def load(self, _data: Path | None, _variant: str) -> Iterator[Task]:
            yield Task("a", "do", "en", tags={"translated_from": "es"})

    use(Translated(), monkeypatch)
    assert ids(languages=("es",)) == ["a"]


def test_an_empty_dataset_has_no_ids(monkeypatch: pytest.MonkeyPatch) -> None:
    class Empty(Plain):
        def load(self, _data: Path | None, _variant: str) -> Iterator[Task]:
            return iter(())

    use(Empty(), monkeypatch)
    with pytest.raises(UsageError, match="It has no tasks"):
        ids(ids=("a",))


def test_an_unknown_dataset_names_a_close_one() -> None:
    with pytest.raises(UnknownNameError, match=r"No dataset is called 'odx'\. Closest: 'odex'"):
        load_tasks("odx")


def test_what_is_no_dataset_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    use(print, monkeypatch)
    with pytest.raises(PluginError, match="The dataset 'mine' has no method load"):
        load_tasks("mine")


def test_a_release_loads_as_any_dataset(tmp_path: Path) -> None:
    assert len(list(RELEASE.load(tmp_path, ""))) == 22


def test_where_data_is_read_from(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("ASMEANT_DATA", raising=False)
    monkeypatch.delenv("ASMEANT_CACHE", raising=False)
    assert "asmeant" in download_folder().parts
    monkeypatch.setenv("ASMEANT_CACHE", str(tmp_path / "cache"))
    assert data_folder(None) == tmp_path / "cache" / "data"
    monkeypatch.setenv("ASMEANT_DATA", str(tmp_path / "mine"))
    assert data_folder(None) == tmp_path / "mine"
    assert data_folder(tmp_path) == tmp_path


def test_a_file_that_goes_away_or_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"mine/a\.jsonl is not in .* asmeant fetch mine"):
        list(read_objects(tmp_path, "mine/a.jsonl", dict))
    (tmp_path / "mine" / "a.jsonl").mkdir(parents=True)
    with pytest.raises(DataError, match="cannot be read: Is a directory"):
        list(read_objects(tmp_path, "mine/a.jsonl", dict))


def test_text_in_another_encoding_is_told_and_a_byte_order_mark_is_not(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "a.jsonl").write_bytes(b'\xef\xbb\xbf{"a": "b"}\n{"a": "\xff"}\n')
    found = read_objects(tmp_path, "mine/a.jsonl", dict)
    assert next(found) == {"a": "b"}
    with pytest.raises(DataError, match="is broken: line 2: "):
        next(found)


@pytest.mark.parametrize("name", ["odex", "mbupp", "humaneval", "conala", "mconala", "nl2bash"])
def test_every_release_says_where_it_comes_from(name: str) -> None:
    release = plugins.load("dataset", name)
    assert isinstance(release, Release)
    assert release.about
    assert release.licence
    assert release.citation
    assert release.home.startswith("https://")
    paths = {file.path for file in release.files}
    assert len(paths) == len(release.files)
    for variant in release.variants or [""]:
        for language in release.languages:
            assert set(release.needs(variant, language)) <= paths
    for file in release.files:
        assert file.path.startswith(f"{name}/")
        commit = file.url.removeprefix("https://raw.githubusercontent.com/").split("/")[2]
        assert len(commit) == 40
        assert file.sha256 is None or len(file.sha256) == 64


@pytest.mark.data
@pytest.mark.parametrize("name", ["odex", "mbupp", "humaneval", "conala", "mconala", "nl2bash"])
def test_the_published_sums(name: str, released_data: Path) -> None:
    for file in plugins.load("dataset", name).files:
        if file.sha256:
            found = (released_data / file.path).read_bytes()
            assert (hashlib.sha256(found).hexdigest(), len(found)) == (file.sha256, file.bytes)
