"""Words that prescribe a method are found and removed; inputs, literals and other phrases are left alone."""

from __future__ import annotations

import pytest

from asmeant.authoring.describing.facilities import Facilities
from asmeant.authoring.describing.methods import FORBIDDEN, LANGUAGE, METHOD, method_remarks
from asmeant.authoring.varying.examples import Example

CASES = [
    ("en", "Sort the words using a lambda function.", "Sort the words."),
    ("en", "Count the vowels with the help of regular expressions", "Count the vowels"),
    ("en", "Find the root by using the method of bisection, and round it.", "Find the root, and round it."),
    ("en", "Merge two lists using heap queue algorithm into one.", "Merge two lists into one."),
    ("en", "Add two lists using map and lambda functions.", "Add two lists."),
    ("en", "Using recursion, compute the factorial of a number.", "Compute the factorial of a number."),
    ("en", "Use regex to find all digits in a text.", "Find all digits in a text."),
    ("en", "Find the sum of the list via list comprehension", "Find the sum of the list"),
    ("en", "Write an iterative function to add numbers.", "Write a function to add numbers."),
    ("en", "Find the shortest path using Dijkstra's algorithm", "Find the shortest path"),
    ("en", "Use a for loop to print the numbers from 1 to 10.", "Print the numbers from 1 to 10."),
    ("en", "Implement binary search to find a number in a list", "Find a number in a list"),
    ("ru", "Используйте модуль re, чтобы найти все слова", "Найти все слова"),
    ("es", "Escribir una función recursiva que sume números", "Escribir una función que sume números"),
    ("es", "Ordenar la lista usando la función lambda", "Ordenar la lista"),
    ("es", "Extraer con una expresión regular todos los números", "Extraer todos los números"),
    ("es", "Calcular el factorial mediante recursión y devolverlo", "Calcular el factorial y devolverlo"),
    ("ru", "Найти все цифры в строке с помощью регулярных выражений", "Найти все цифры в строке"),
    ("ru", "Отсортировать список, используя алгоритм быстрой сортировки.", "Отсортировать список."),
    ("ja", "正規表現を使って文字列から数字を取り出す", "文字列から数字を取り出す"),
    ("ja", "リストの合計をfor文で求める", "リストの合計を求める"),
    ("ja", "Pythonのreモジュールを用いて、単語を数える", "単語を数える"),
]  # fmt: skip


@pytest.mark.parametrize(("language", "intent", "proposal"), CASES)
def test_what_prescribes_a_method_is_removed(language: str, intent: str, proposal: str) -> None:
    (remark,) = method_remarks(intent, language)
    assert remark.rule == METHOD
    assert remark.proposal == proposal
    assert intent[remark.start : remark.end].strip()


@pytest.mark.parametrize(
    ("language", "intent"),
    [
        ("en", "Calculate the distance between two points using latitude and longitude."),
        ("en", "Find the third angle of a triangle using two angles."),
        ("en", "Find the maximum using the given function."),
        ("en", "Split the text using the regex '[,;]'."),
        ("en", "Replace blanks with a colon."),
        ("en", "Join the words using a hyphen for each."),
        ("en", "Sort a list of tuples using the second value of each tuple."),
        ("en", "Write a function to sort a list of tuples."),
        ("en", "Find the files ending with regex"),
        ("es", "Unir las cadenas con una coma"),
        ("es", "Calcular el área usando los dos lados dados"),
        ("ru", "Разделить строку с помощью запятой"),
        ("ja", "空白で文字列を分割する"),
        ("ja", "与えられた関数を使って並べ替える"),
    ],
)  # fmt: skip
def test_inputs_and_literals_are_no_method(language: str, intent: str) -> None:
    assert not list(method_remarks(intent, language))


def test_what_the_code_is_made_with_is_a_method_and_what_it_is_given_is_not() -> None:
    known = Facilities(used=frozenset({"heapq", "nsmallest"}), given=frozenset({"table"}))
    (remark,) = method_remarks("Find the smallest items using heapq.", facilities=known)
    assert remark.proposal == "Find the smallest items."
    (remark,) = method_remarks("Find the smallest items with `nsmallest`", facilities=known)
    assert remark.proposal == "Find the smallest items"
    assert not list(method_remarks("Find the smallest items using `table`", facilities=known))
    assert not list(method_remarks("Find the smallest items using heapq."))


def test_a_structure_is_a_method_unless_the_function_takes_one() -> None:
    intent = "Count the words using a dictionary."
    assert list(method_remarks(intent, facilities=Facilities(examples=(Example(("a b",), 2),))))
    assert not list(method_remarks(intent, facilities=Facilities(examples=(Example(({"a": 1},), 2),))))
    assert list(method_remarks(intent, facilities=Facilities(used=frozenset({"dict"}))))
    assert not list(method_remarks(intent))


def test_what_forbids_a_method_is_a_remark_of_its_own() -> None:
    (remark,) = method_remarks("Multiply two integers without using the * operator.")
    assert (remark.rule, remark.proposal) == (FORBIDDEN, "Multiply two integers.")


@pytest.mark.parametrize(
    ("language", "intent", "proposal"),
    [
        ("en", "Write a python function to add numbers.", "Write a function to add numbers."),
        ("en", "Reverse a list in Python 3", "Reverse a list"),
        ("en", "Make a table with Python pandas", ""),
        ("es", "Invertir una lista en Python", "Invertir una lista"),
        ("ru", "Написать функцию на языке Python для сложения", "Написать функцию для сложения"),
        ("ja", "Pythonでリストを逆順にする", "リストを逆順にする"),
    ],
)  # fmt: skip
def test_the_programming_language_is_removed(language: str, intent: str, proposal: str) -> None:
    remarks = [remark for remark in method_remarks(intent, language) if remark.rule == LANGUAGE]
    assert [remark.proposal for remark in remarks] == ([proposal] if proposal else [])


def test_what_would_leave_no_sentence_is_only_remarked_on() -> None:
    (remark,) = method_remarks("Sort using recursion")
    assert not remark.proposal
    assert "write it again" in remark.message
