"""The catalogue has every word in all four languages, and templates have no words of their own."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from string import Formatter

import pytest
from jinja2 import nodes

from asmeant.analysis.questions.error_classes import CLASSES
from asmeant.tables import Table
from asmeant.web.pages.words import LANGUAGES, Words, catalogue, preferred
from asmeant.web.rendering import environment

SOURCE = Path(__file__).parents[3] / "src" / "asmeant" / "web"
TEMPLATES = sorted((SOURCE / "templates").rglob("*.html"))
# Names and addresses that are the same in every language.
NAMES = {"asmeant", "asmeant run sample --model reference", "Bash", "Python", "Enter", "openai:NAME@URL"}
SHOWN_ATTRIBUTES = re.compile(r'\b(?:alt|title|placeholder|aria-label)\s*=\s*"([^"]*)"')


def test_every_key_has_all_languages_with_the_same_fields() -> None:
    for key, texts in catalogue().items():
        assert set(texts) == set(LANGUAGES), key
        assert all(text.strip() for text in texts.values()), key
        fields = {
            code: {name for _, name, _, _ in Formatter().parse(text) if name} for code, text in texts.items()
        }
        assert len(set(map(frozenset, fields.values()))) == 1, (key, fields)


def test_words_differ_between_languages() -> None:
    """A text that was copied and not translated is found here; short names may be alike in two languages."""
    same = {key for key, texts in catalogue().items() if texts["en"] in (texts["ja"], texts["ru"])}
    assert not same


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: path.name)
def test_templates_have_no_words_of_their_own(template: Path) -> None:
    tree = environment().parse(template.read_text("utf-8"))
    data = "".join(node.data for node in tree.find_all(nodes.TemplateData))
    shown = [
        *SHOWN_ATTRIBUTES.findall(data),
        *re.sub(r"<[^>]*>", "\n", re.sub(r"<kbd>.*?</kbd>", "", data)).split("\n"),
    ]
    own = {text.strip(" -") for text in shown if re.search(r"[^\W\d_]{2,}", text)}
    assert own <= NAMES


def test_every_key_that_is_used_exists_and_every_key_is_used() -> None:
    used: set[str] = set()
    for template in TEMPLATES:
        used |= set(re.findall(r'\bt\("([a-z_.]+)"', template.read_text("utf-8")))
        used |= set(re.findall(r"\bt\('([a-z_.]+)'", template.read_text("utf-8")))
    texts = {
        node.value
        for path in SOURCE.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert {key for key in used if not key.endswith(".")} <= set(catalogue())
    # These are looked up by a value that comes from the data, or by a script.
    by_value = {"sort", "field", "status", "ending", "cause", "language", "script", "standing", "table"}
    by_value |= {"author_field", "project_role", "work", "item_state", "answer", "question", "judge_form"}
    by_value |= {"judge_cause", "remark"}
    left = {key for key in catalogue() if key.partition(".")[0] not in by_value} - used - texts
    assert not left, "These words are used nowhere"


def test_every_class_of_errors_has_its_words() -> None:
    assert all(f"cause.{name}" in catalogue() for name in CLASSES)


def test_words_of_data_fall_back_on_themselves() -> None:
    words = Words("es")
    assert words("runs.count", count=1, all=2) == "1 de 2 ejecuciones"
    assert words.of("cause", "no code") == "sin código"
    assert words.of("cause", "brand new") == "brand new"
    table = words.table(Table("mine", ("library", "tasks", "pass@1"), (("all", 3, 0.5),)))
    assert table == Table("mine", ("biblioteca", "tareas", "pass@1"), (("todos", 3, 0.5),))


@pytest.mark.parametrize(
    ("tags", "expected"),
    [(["es-MX;q=0.8", "en"], "es"), (["fr", " ja"], "ja"), (["", "xx"], "en"), ([], "en"), (["RU"], "ru")],
)
def test_the_first_language_that_is_spoken(tags: list[str], expected: str) -> None:
    assert preferred(tags) == expected
