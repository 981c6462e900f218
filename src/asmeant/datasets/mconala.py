"""Files -> Task. MCoNaLa: intents in Spanish, Japanese and Russian with Python snippets, without checks.

    original                       the intents as people wrote them
    flores101   m2m   marianmt     the same, translated to English by a machine
    original+grouped ...           one task for each intent, with all its snippets as references

`--lang` always selects by the original language: `mconala:m2m --lang es` gives the Spanish intents,
translated to English by M2M. Snippets are as released, with their literal backslash-n.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from asmeant.datasets.conala import GROUPED, Row, group_references, to_task, with_grouped
from asmeant.datasets.release import Release, ReleasedFile, on_github, read_list
from asmeant.records import Task

_REPOSITORY = "zorazrw/multilingual-conala"
_COMMIT = "b48112fe492432507d72004aafb6f0c399308333"
_LANGUAGES = ("es", "ja", "ru")
_TRANSLATORS = {"flores101": "FLORES-101", "m2m": "M2M-100", "marianmt": "OPUS-MT (MarianMT)"}

# Path in the repository -> SHA-256 and size.
_SUMS = {
    "es_test.json": ("edc53be1c4675b33dbdd1891c49b66dcf4eed06001519891bc0156755ca40f3f", 135_690),
    "ja_test.json": ("bf744c248cdda3dfba015fdc3c8b2e58bc8f0355ef8af2d6bb0403136b3074ea", 81_236),
    "flores101/es_test_to_en.json": (
        "e66ec418ceb91b0f7037c27c4bcbb196fbd98db656a50a98440ccd68bbe8b289",
        130_946,
    ),
    "flores101/ja_test_to_en.json": (
        "1cba59d6b4659e91d77bee19375a9e10c30f6835992d079b05164ae2155058a1",
        52_346,
    ),
    "m2m/es_test_to_en.json": ("db74e2d757a3be0e036828d33940072f5de415ea9eb73738bbae0b1761fc2144", 118_881),
    "m2m/ja_test_to_en.json": ("8bbeb21e75e3eefac8c354f2a58bf90958428f5e874e737c980177b397eb0a71", 52_162),
    "marianmt/es_test_to_en.json": (
        "03d425a19eac5ea94cd071fac4a7899890f2b0f62cd8f848293337175e51d553",
        116_499,
    ),
    "marianmt/ja_test_to_en.json": (
        "65c12b932f1c65013c56fa8610772ba52463a716a875279e2126a2e02292ddb4",
        55_158,
    ),
}


def _path(variant: str, language: str) -> str:
    if variant in _TRANSLATORS:
        return f"mconala/translated/{variant}/{language}_test_to_en.json"
    return f"mconala/{language}_test.json"


def _read(folder: Path, variant: str, language: str) -> Iterator[Task]:
    base_variant = variant.removesuffix(GROUPED)
    rows = read_list(folder, _path(base_variant, language), Row)
    place = f"mconala/{base_variant}/{language}" if base_variant in _TRANSLATORS else f"mconala/{language}"
    tasks: Iterable[Task] = (to_task(row, place, number, language) for number, row in enumerate(rows))
    if base_variant in _TRANSLATORS:
        tasks = map(_translated, tasks)
    yield from group_references(tasks) if variant.endswith(GROUPED) else tasks


def _translated(task: Task) -> Task:
    return replace(task, intent_language="en", tags={**task.tags, "translated_from": task.intent_language})


def _files() -> Iterator[ReleasedFile]:
    for variant in ("original", *_TRANSLATORS):
        for language in _LANGUAGES:
            path = _path(variant, language)
            released = path.removeprefix("mconala/").removeprefix("translated/")
            sha256, size = _SUMS.get(released, (None, None))
            yield ReleasedFile(
                path, on_github(_REPOSITORY, _COMMIT, f"dataset/test/{released}"), sha256, size
            )


MCONALA = Release(
    name="mconala",
    about="Spanish, Japanese and Russian intents and Python snippets, without checks",
    licence="CC BY-SA 4.0",
    citation="Wang, Cuenca, Zhou, Xu, Neubig: MCoNaLa: A Benchmark for Code Generation from Multiple Natural "
    "Languages. Findings of EACL 2023. arXiv:2203.08388",
    home="https://github.com/zorazrw/multilingual-conala",
    languages=_LANGUAGES,
    variants=with_grouped(
        {"original": "as people wrote them"}
        | {name: f"translated to English by {translator}" for name, translator in _TRANSLATORS.items()}
    ),
    files=tuple(_files()),
    needs=lambda variant, language: (_path(variant.removesuffix(GROUPED), language),),
    read=_read,
)
