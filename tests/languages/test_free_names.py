"""What a piece of Python must be given."""

from __future__ import annotations

import pytest

from asmeant.languages.free_names import bound_names, free_names


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("xs = [x for x in xs if x]", ["xs"]),
        ("total = 0\nfor n in ns:\n    total += n", ["ns"]),
        ("count += 1", ["count"]),
        ("sorted(xs, key=lambda x: x[k])", ["sorted", "xs", "k"]),
        ("def f(a):\n    b = a\n    return b + c + g()\ndef g(): return 1", ["c"]),
        ("with open(path) as f:\n    text = f.read()", ["open", "path"]),
        ("try:\n    import a\nexcept E as e:\n    print(e)", ["E", "print"]),
        ("a[:] = b", ["b", "a"]),
        ("del d[k]", ["d", "k"]),
        ("{k: v for k, v in d.items() if (w := v)}", ["d"]),
        ("class A(B):\n    x = y\n    def m(self): return z", ["B", "y", "z"]),
        ("not Python (", []),
        ("import os.path as p, sys\np.join(sys.path, r)", ["r"]),
    ],
)
def test_free_names(source: str, names: list[str]) -> None:
    assert list(free_names(source)) == names


def test_what_was_bound_last_is_last() -> None:
    assert bound_names("a = 1\nb = 2\na = 3\nfor c in d:\n    e = c") == ("b", "a", "c", "e")
