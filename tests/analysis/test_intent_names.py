from __future__ import annotations

import pytest

from asmeant.analysis.intent_names import Survival, given_names, has_word, is_quoted, names_of, survival


@pytest.mark.parametrize(
    ("intent", "names"),
    [
        ("sort `names` by `key`", ["names", "key"]),
        ("ordenar `mi lista` y `lista_2`", ["lista_2"]),  # two words are no identifier
        ("open `data.csv` with `año`", []),
        ("no names at all", []),
    ],
)
def test_names_of_an_intent(intent: str, names: list[str]) -> None:
    assert names_of(intent) == names


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("sorted(names, key=rank)", {"names", "rank"}),
        ("total = sum(prices)\nprint(total)", {"prices"}),
        ("def area(width, height=1):\n    return width * height", {"width", "height"}),
        ("np.array(rows)", {"rows"}),  # a library
        ("os.path.join(folder, name)", {"folder", "name"}),
        ("fetch(url)", {"url"}),  # a function
        ("    return xs[::-1]", {"xs"}),  # the body of a function
        ("[x for x in\n xs]", {"xs"}),
        ("sort them, please do", None),
    ],
)
def test_names_that_code_must_be_given(code: str, names: set[str] | None) -> None:
    assert given_names(code, {"np"}) == names


@pytest.mark.parametrize(
    ("text", "name", "there", "quoted"),
    [
        ("sort `names`", "names", True, True),
        ("sort 'names'", "names", True, True),
        ("sort ‘names’ now", "names", True, True),
        ("sort names", "names", True, False),
        ("sort `surnames`", "names", False, False),
        ("sort names_2", "names", False, False),
        ("リストnamesを", "names", True, False),
        ("sort `names", "names", True, False),
    ],
)
def test_names_in_a_text(text: str, name: str, there: bool, quoted: bool) -> None:
    assert (has_word(text, name), is_quoted(text, name)) == (there, quoted)


def test_what_a_translation_keeps() -> None:
    pairs = [("ordenar `x` por `clave`", "sort 'x' by key"), ("invertir `s`", "invert s")]
    assert survival(pairs) == Survival(names=3, kept=2, quoted=1)
