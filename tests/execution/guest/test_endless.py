"""A loop is called endless only if it is: every line of these programs is followed, from the first on."""

from __future__ import annotations

import builtins
import signal
import sys
import types
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from asmeant.execution.guest import endless
from asmeant.languages.loops import provable_loops
from tests.execution.guest import ending_programs
from tests.execution.guest.loop_programs import Author

Follow = Callable[[Any, str, Any], None]

ENDLESS = {
    "no body": "while True:\n    pass",
    "nothing changes": "i = 0\nwhile i < 5:\n    x = 2 * i",
    "two in turns": "a, b = 1, 2\nwhile a + b:\n    a, b = b, a",
    "a cycle of seven": "i = 0\nwhile i < 7:\n    i = (i + 1) % 7",
    "a call": "def f(x):\n    return x\ni = 1\nwhile f(i):\n    i = f(1)",
    "in a call": "def f(x):\n    look()\n    while x:\n        x = abs(x)\nf(3)",
    "a loop in it": "x = 0\nwhile True:\n    for x in range(3): pass",
    "in a loop": "for y in [1, 2]:\n    while y:\n        y = 1",
    "a list that is as before": "items = []\nwhile not items:\n    items.append(1)\n    items.pop()",
    "an error that is caught": "while True:\n    x = 1\n    try:\n        x = 1 / 0\n    except:\n        continue",
    "within a loop that ends": (
        "n = 0\nwhile n < 3:\n    n += 1\n    while n == 2:\n        x = n"
    ),
    "a closure": "def f():\n    n = 1\n    def g():\n        return n\n    look()\n    while g():\n        n = 1\nf()",
    "a text that grows": "def f(x):\n    look()\n    text = ''\n    while x > -1:\n        text = str(x) + text\n        x %= 2\nf(3)",
    "a sum that grows": "def f(x):\n    look()\n    total = 0\n    while x:\n        total += x\nf(3)",
    "a list that grows": "def f(x):\n    look()\n    items = []\n    while x:\n        items.append(x)\n    return items\nf(3)",
    "a counter that leaves its limit": "def f(n):\n    look()\n    while n != 0:\n        n -= 2\nf(7)",
    "a counter that goes the wrong way": (
        "def f(n):\n    look()\n    i = 1\n    while 0 < i + 1:\n        if i == n: n\n        i = i + 1\nf(5)"
    ),
    "a counter without a limit": "def f(n):\n    look()\n    while n:\n        n -= 1\nf(-1)",
    "a counter beyond the end of a text": (
        "def g(x):\n    return None\ndef f(text):\n    look()\n    i = 0\n    while not g(text[i:]):\n        i += 1\nf('abc')"
    ),
    "a counter before the beginning of a text": (
        "def f(text):\n    look()\n    i = 2\n    while text[:i - 2] != text and i < len(text):\n        i -= 1\nf('abc')"
    ),
    "two counters": (
        "def f(a, b):\n    look()\n    while a > 0 or not b:\n        a += 1\n        if b > -1: b += 1\nf(1, 1)"
    ),
    "types and patterns": (
        "import re, math\nfrom typing import List, Optional, Any, TypeVar\nT = TypeVar('T')\nVector = List[Optional[int]]\n"
        "word, flag, kinds = re.compile('a'), re.I, (int, list, Any)\nx = 1\nwhile x:\n    x = len(word.findall('a'))"
    ),
    "a counter beside a sum": (
        "def f(n):\n    look()\n    total = 0\n    while n != 1:\n        total += 3\n        n -= 2\nf(4)"
    ),
}  # fmt: skip

ENDING = {
    "a counter that reaches its limit": "def f(n):\n    look()\n    while n != 0:\n        n -= 1\nf(300)",
    "a counter that reaches the limit that another sets": (
        "def f(n):\n    look()\n    i = 0\n    while i < n:\n        i += 1\n        if i > 9: n = 300\nf(20)"
    ),
    "a counter whose last step is back": (
        "def f(n):\n    look()\n    i = 0\n    while i != n:\n        i += 1\n        if i == 300: i -= 400\nf(-100)"
    ),
    "a counter that is compared with a list": (
        "def f(items):\n    look()\n    i = 5\n    while not items[i:]:\n        items += [0] * 2\n        i += 1\nf([1])"
    ),
    "a counter that is compared with what a call adds to": (
        "def f(items):\n    look()\n    grow = items.append\n    i = 5\n    while i > len(items):\n        grow(1)\n"
        "        grow(1)\n        i += 1\nf([])"
    ),
    "a counter that is read": (
        "def f(n):\n    look()\n    i = 0\n    while i > -1:\n        i += 1\n        if str(i) == '300': break\nf(1)"
    ),
    "a counter that is divided": (
        "def f(n):\n    look()\n    i = 0\n    while i > -1 and (i + 1) % 300:\n        i += 1\nf(1)"
    ),
    "a counter with a limit far away": (
        "def f(n):\n    look()\n    i = 0\n    while i >= 0 and i - 300 < 0:\n        i += 1\nf(1)"
    ),
    "a counter that a call reads": (
        "def f(n):\n    def g():\n        return n > 300\n    look()\n    while n > 0 and not g():\n        n += 1\nf(1)"
    ),
    "a counter that is compared with another one": (
        "def f(a, b):\n    look()\n    while a > b:\n        a += 1\n        b += 2\nf(100, 1)"
    ),
    "a length that is another": (
        "def len(x):\n    return 300\ndef f(text):\n    look()\n    i = 9\n    while i < len(text):\n        i += 1\nf('abc')"
    ),
    "a length that is another in the call": (
        "def f(text, len):\n    look()\n    i = 9\n    while i < len(text):\n        i += 1\nf('abc', lambda x: 300)"
    ),
    "an index": (
        "def f(text):\n    look()\n    i = 0\n    while True:\n        i += 1\n        if i > 3 and text[i] == 'c': break\n"
        "f('a' * 300 + 'c')"
    ),
    "a limit that an error sets": (
        "def f(n):\n    look()\n    i = 1\n    m = 0\n    while i < 300:\n        x = 1\n        try:\n            int(n)\n"
        "        except ValueError as m:\n            i += 1\n        m = 0\nf('x')"
    ),
    "a limit that is set by a loop": (
        "def f(n):\n    look()\n    i = 1\n    while i > n:\n        i += 1\n        for n in (0, i * 2 - 300): pass\nf(0)"
    ),
    "an iterator of a loop around it": "for y in [5] * 300:\n    while True:\n        x = 1\n        break",
    "the same in a call": (
        "def f(items):\n    look()\n    for y in items:\n        while y:\n            x = 1\n            break\n"
        "f([5] * 300)"
    ),
    "a counter in a list": "n = [0]\nwhile n[0] < 300:\n    n[0] += 1",
    "a counter in a nested list": "n = [([0],)]\nwhile n[0][0][0] < 300:\n    n[0][0][0] += 1",
    "a counter in a dict": "n = {'n': 0}\nwhile n['n'] < 300:\n    n['n'] += 1",
    "an order in a set": (
        "items = set(range(300))\nmet = []\nwhile len(met) < 300:\n    x = items.pop()\n    items.add(x)\n    met.append(x)"
    ),
    "what a set hides": (
        "items = {1, 2}\ndef f():\n    x = items.pop()\n    items.add(x)\n    return x\nwhile f() != 2:\n    pass"
    ),
    "a closure": (
        "def f():\n    n = 0\n    def g():\n        nonlocal n\n        n += 1\n        return n\n    return g\n"
        "g = f()\nwhile g() < 300:\n    pass"
    ),
    "a default": "def f(n=[0]):\n    n[0] += 1\n    return n[0]\nwhile f() < 300:\n    pass",
    "a keyword's default": "def f(*, n=[0]):\n    n[0] += 1\n    return n[0]\nwhile f() < 300:\n    pass",
    "a variable of the module": (
        "n = 0\ndef f():\n    global n\n    n += 1\n    return n\ndef g():\n    look()\n    while f() < 300:\n"
        "        pass\ng()"
    ),
    "an iterator": "items = iter([1] * 300)\nwhile next(items, 0):\n    pass",
    "a bound method": (
        "def f(out):\n    return len(out)\nout = []\npush = out.append\npair = (push, out)\nwhile f(pair[1]) < 300:\n"
        "    push(1)"
    ),
    "a bound method of a list without a name": (
        "def make():\n    out = []\n    return out.append, lambda: len(out)\n"
        "push, size = make()\nwhile size() < 300:\n    push(1)"
    ),
    "a method of an iterator": (
        "from itertools import count\nnumbers = map(int, count())\nwhile next(numbers) < 300:\n    pass"
    ),
    "a cache": (
        "from functools import lru_cache\nn = []\n@lru_cache(2)\ndef f(x):\n    n.append(x)\n    return len(n)\n"
        "x = 0\nwhile f(x) < 300:\n    x = (x + 1) % 3"
    ),
    "two names of one list": (
        "a = [0]\nb = [0]\nc = a\nn = 0\nwhile n < 300:\n    a, b = b, a\n    n += a == c\n    c = c\n    b.append(0)"
    ),
    "a text that grows and is read": (
        "def f():\n    look()\n    text = ''\n    while True:\n        text += 'a'\n        if len(text) > 300: break\nf()"
    ),
    "a sum that another call reads": (
        "def f():\n    n = 0\n    def g():\n        return n > 300\n    look()\n    while not g():\n        n += 1\nf()"
    ),
    "a sum that a call reads as a variable of the module": (
        "n = 0\ndef g():\n    return n > 300\nwhile not g():\n    n += 1"
    ),
    "a list that grows": (
        "def f(items):\n    look()\n    same = items\n    while len(same) < 300:\n        items += [1]\nf([])"
    ),
    "a list that grows and has another name": (
        "def f(items):\n    look()\n    same = items\n    while len(same) < 300:\n        items.append(1)\nf([])"
    ),
    "a list that grows and is that of a method": (
        "def f(items):\n    look()\n    count = items.count\n    while count(1) < 300:\n        items.append(1)\nf([])"
    ),
    "a list that grows within another": (
        "def f(items):\n    look()\n    pair = (items, 1)\n    while len(pair[0]) < 300:\n        items.append(1)\nf([])"
    ),
    "a list that grows and is of the module": (
        "items = []\ndef f(own):\n    look()\n    while len(items) < 300:\n        own.append(1)\nf(items)"
    ),
    "a list that grows and is a default": (
        "def f(own, g=None):\n    look()\n    while g() < 300:\n        own.append(1)\n"
        "def h():\n    own = []\n    f(own, lambda: len(own))\nh()"
    ),
    "a number that becomes another": (
        "def f(items):\n    look()\n    n = 0\n    while items:\n        n += items.pop()\nf([1] * 300)"
    ),
    "a text that takes all memory, which is caught": (
        "def f():\n    look()\n    n = [0]\n    text = 'a'\n    while n[0] < 20:\n        text += text[:0]\n        n[0] += 1\nf()"
    ),
    "a sum that the loop around it reads": (
        "def f():\n    look()\n    n = 0\n    while n < 300:\n        while True:\n            n += 1\n            break\nf()"
    ),
    "a sum that is read between two loops": (
        "def f():\n    look()\n    n = 0\n    while True:\n        while True:\n            n += 1\n            break\n"
        "        if n > 300: break\nf()"
    ),
    "zero with a sign": "x, n = 0.0, []\nwhile str(x) != '-0.0' or len(n) < 9:\n    x = -x\n    n.append(1)",
    "what is no number": "x = float('nan')\nn = 0\nwhile n < 300:\n    n = n + 1",
    "true and one": "x, n = 1, []\nwhile str(x) == '1' or len(n) < 9:\n    x = x == 1\n    n.append(1)",
    "a loop that is begun again": (
        "n = 0\nwhile n < 300:\n    m = 0\n    while m < 2:\n        m += 1\n    n += 1"
    ),
    **ending_programs.ENDING,
}  # fmt: skip


class EndlessError(BaseException):
    """Raised in the place of the end of the process."""


class TooLongError(BaseException):
    """So many lines were run that nothing can be said."""


def ends(code: str, monkeypatch: pytest.MonkeyPatch, most_lines: int = 100_000) -> bool:
    """Follows a program from where it calls `look`, to its end or until a loop is called endless."""

    def end(_line: int) -> None:
        raise EndlessError

    def look() -> None:
        watch.look(0, sys._getframe(1))

    monkeypatch.setattr(signal, "setitimer", lambda *_: None)
    source = code if "look()" in code else f"look()\n{code}"
    loops = provable_loops(source)
    assert loops, "the program is never followed"
    names = program_names(look)
    watch = endless.Watch(loops, names, end)
    monkeypatch.setattr(watch, "step", limited(watch.step, most_lines))
    return runs_to_its_end(source, names, EndlessError)


def runs_to_its_end(source: str, names: dict[str, object], ended: type[BaseException]) -> bool:
    before = sys.gettrace()
    try:
        exec(compile(source, "<candidate>", "exec"), names)
    except ended:
        return False
    finally:
        sys.settrace(before)
    return True


def program_names(look: Callable[[], None]) -> dict[str, object]:
    names = vars(types.ModuleType("program"))
    names["__builtins__"] = {**vars(builtins), "look": look}
    return names


def limited(follow: Follow, most_lines: int) -> Follow:
    lines = count()

    def follow_further(frame: Any, event: str, value: Any) -> None:
        if next(lines) > most_lines:
            raise TooLongError
        follow(frame, event, value)

    return follow_further


def ends_unwatched(code: str, most_lines: int) -> bool:
    follow = limited(lambda *_: None, most_lines)

    def look() -> None:
        sys._getframe(1).f_trace = follow
        sys.settrace(lambda *_: None)

    return runs_to_its_end(code, program_names(look), TooLongError)


@pytest.mark.parametrize("name", ENDLESS)
def test_a_loop_in_which_nothing_changes_never_ends(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not ends(ENDLESS[name], monkeypatch)


@pytest.mark.parametrize("name", ENDING)
def test_a_loop_that_ends_is_never_called_endless(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert ends(ENDING[name], monkeypatch)


def test_programs_by_chance_are_called_endless_only_if_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    author = Author("loops")
    counted = 0
    for _ in range(500):
        code = author.program()
        loops = provable_loops(code)
        try:
            is_endless = bool(loops) and not ends(code, monkeypatch, most_lines=500)
        except (TooLongError, TypeError):
            continue
        if is_endless:
            counted += any(loop.counters for loop in loops)
            assert not ends_unwatched(code, most_lines=5000), code
    assert counted > 20  # else this shows nothing
