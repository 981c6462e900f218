from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asmeant.languages.natural.slots import masked, replaced, slots, transfer


@pytest.mark.parametrize(
    ("intent", "values"),
    [
        ("sort list `words` by key 'name'", ["words", "name"]),
        ("don't print it, it's 5 o'clock", ["5"]),
        ("リスト`a`の要素を「b」で区切る", ["a", "b"]),
        ("変数'x'を表示する", ["x"]),
        ("заменить «старое» на «новое» в строке `s`", ["старое", "новое", "s"]),
        ("ordenar la lista “datos” por 'edad'", ["datos", "edad"]),
        ("find files in /etc/init.d named *.conf larger than 10M", ["/etc/init.d", "*.conf", "10M"]),
        ("call os.path.join() with my_folder and --force", ["os.path.join()", "my_folder", "--force"]),
        ("get http://example.com/a?b=1 now", ["http://example.com/a?b=1"]),
        ('say "a \\"b\\" c"', ['a \\"b\\" c']),
        ("nothing here", []),
    ],
)
def test_names_and_literals_are_found(intent: str, values: list[str]) -> None:
    assert [slot.value for slot in slots(intent)] == values


def test_kinds() -> None:
    found = slots("put `a.b` and 'two words' and 3.5 and `x`")
    assert [slot.kind for slot in found] == ["name", "text", "number", "name"]


def test_intents_that_differ_in_names_only_are_masked_the_same() -> None:
    assert masked("sort `a` by 'key'") == masked("sort `items` by 'size'") == "sort x by x"


@pytest.mark.parametrize(
    ("code", "source", "target", "expected"),
    [
        ("sorted(a)", "sort `a`", "ordenar `lista`", "sorted(lista)"),
        ("a.sort(key=ab)", "sort `a` by `ab`", "sort `ab` by `a`", "ab.sort(key=a)"),
        ("grep 'x' f.txt", "find 'x' in f.txt", "busca 'TODO' en main.c", "grep 'TODO' main.c"),
        ("range(10)", "count to 10", "считать до 25", "range(25)"),
        ("max(data)", "largest of `data`", "the largest", "max(data)"),
    ],
)
def test_code_gets_the_names_of_another_intent(code: str, source: str, target: str, expected: str) -> None:
    assert transfer(code, slots(source), slots(target)) == expected


@given(st.text(alphabet="ab `'\"«»「」_.1/-のжñ", max_size=40))
def test_slots_never_overlap_and_can_be_put_back(intent: str) -> None:
    found = slots(intent)
    assert all(one.end <= other.start for one, other in pairwise(found))
    assert replaced(intent, [intent[slot.start : slot.end] for slot in found], found) == intent
