# Answers that are given bit by bit.

# == in_generator: membership in a generator
def f(n):
    yield from range(n)
# -- probes
assert 2 in f(3)
assert 5 not in f(3)
# --
for x in range(3):
    assert x in f(3)

# == in_map: membership in a map, a filter, a zip
def f(kind):
    return {"map": map(abs, [-1, -2]), "filter": filter(None, [0, 3]), "zip": zip("ab", "cd")}[kind]
# -- probes
assert 2 in f("map") and 3 in f("filter") and ("a", "c") in f("zip")
# --
assert list(f("map")) == [1, 2] and sorted(f("zip")) == [("a", "c"), ("b", "d")]

# == in_views: membership in dict views
def f(x):
    return {"a": x, "b": x + 1}
def keys(x):
    return f(x).keys()
# -- probes
assert "a" in f(1).keys() and 2 in f(1).values() and ("b", 2) in f(1).items()
assert f(1).keys() == {"a", "b"}

# == views_as_answers: dict views by themselves
def f(kind):
    book = {"a": 1, "b": 2}
    return {"keys": book.keys(), "values": book.values(), "items": book.items()}[kind]
# -- probes
assert "a" in f("keys") and 2 in f("values") and ("a", 1) in f("items")
assert list(f("values")) == [1, 2] and f("keys") == {"a", "b"} and len(f("items")) == 2
# --
assert f("keys") & {"a"} == {"a"}
assert dict(f("items")) == {"a": 1, "b": 2}

# == last_of_deque: the last item of what can be indexed
from collections import deque
from array import array
def f(kind):
    return {"deque": deque([1, 2]), "array": array("d", [1, 2]), "range": range(3), "bytes": b"ab"}[kind]
# -- probes
assert f("deque")[-1] == 2 and f("array")[-1] == 2.0 and f("range")[-1] == 2 and f("bytes")[-1] == 98
assert f("range")[::-1] == range(2, -1, -1) and f("bytes")[:1] == b"a"

# == generator_once: a generator is used up
def f(n):
    return (x * x for x in range(n))
# -- probes
answer = f(3)
assert list(answer) == [0, 1, 4]
assert list(answer) == []

# == generator_step_by_step: next, and what it leaves
def f(n):
    yield from range(n)
# -- probes
answer = f(4)
assert next(answer) == 0 and next(answer) == 1
assert list(answer) == [2, 3]
assert next(answer, "none") == "none"

# == generator_endless: a generator without an end, read in part
import itertools
def f():
    yield from itertools.count()
# -- probes
import itertools
assert list(itertools.islice(f(), 3)) == [0, 1, 2]
# --
for number, x in enumerate(f()):
    assert number == x
    if number > 5:
        break
# --
first, second, *_ = itertools.islice(f(), 5)
assert (first, second) == (0, 1)

# == generator_with_effects: what happens happens only when it is asked for
log = []
def f(n):
    for x in range(n):
        log.append(x)
        yield x
# -- probes
answer = f(3)
assert log == []
assert next(answer) == 0
assert log == [0]

# == generator_sent_to: send, throw, close
def f():
    total = 0
    while True:
        try:
            total += (yield total) or 0
        except ValueError:
            total = 0
# -- probes
answer = f()
assert next(answer) == 0
assert answer.send(5) == 5 and answer.send(2) == 7
assert answer.throw(ValueError) == 0
answer.close()

# == generator_returns: the value of a generator's return
def f(n):
    yield from range(n)
    return "done"
# -- probes
answer = f(1)
next(answer)
try:
    next(answer)
    assert False
except StopIteration as stop:
    assert stop.value == "done"

# == generator_fails_later: an error in the middle
def f(numbers):
    for x in numbers:
        yield 1 / x
# -- probes
answer = f([1, 0])
assert next(answer) == 1
try:
    next(answer)
    assert False
except ZeroDivisionError:
    pass

# == iterator_class: an iterator class of its own
class Down:
    def __init__(self, n):
        self.n = n
    def __iter__(self):
        return self
    def __next__(self):
        if not self.n:
            raise StopIteration
        self.n -= 1
        return self.n
def f(n):
    return Down(n)
# -- probes
assert list(f(3)) == [2, 1, 0]
# --
answer = f(2)
assert iter(answer) is answer and next(answer) == 1

# == old_iteration: an object that can be indexed only
class Letters:
    def __getitem__(self, at):
        return "abc"[at]
def f():
    return Letters()
# -- probes
assert list(f()) == ["a", "b", "c"]
assert "".join(f()) == "abc" and "b" in f()

# == reversed_and_enumerated: what built-in functions make of lists
def f(items):
    return reversed(items)
# -- probes
assert list(f([1, 2])) == [2, 1]
assert list(enumerate(f("ab"))) == [(0, "b"), (1, "a")]
assert next(f([1, 2, 3])) == 3

# == unpacked: starred unpacking of a lazy answer
def f(n):
    return (x for x in range(n))
# -- probes
first, *middle, last = f(5)
assert (first, middle, last) == (0, [1, 2, 3], 4)
assert [*f(2), *f(1)] == [0, 1, 0] and {**dict(zip("ab", f(2)))} == {"a": 0, "b": 1}

# == lazily_zipped: lazy answers together with lists
def f(n):
    return map(str, range(n))
# -- probes
assert dict(zip(f(2), [1, 2])) == {"0": 1, "1": 2}
assert max(f(3)) == "2" and "".join(f(3)) == "012" and sorted(f(3), reverse=True)[0] == "2"
assert any(x == "1" for x in f(2)) and all(map(str.isdigit, f(3)))

# == tee_and_chain: itertools on both sides
import itertools
def f(*parts):
    return itertools.chain.from_iterable(parts)
# -- probes
import itertools
one, two = itertools.tee(f([1], [2]))
assert list(one) == list(two) == [1, 2]
# --
assert [(key, list(group)) for key, group in itertools.groupby(f("aab"))] == [("a", ["a", "a"]), ("b", ["b"])]

# == groupby_as_answer: groups that are gone when the next is asked for
import itertools
def f(text):
    return itertools.groupby(text)
# -- probes
assert [(key, len(list(group))) for key, group in f("aab")] == [("a", 2), ("b", 1)]

# == file_as_answer: an open file that the probe reads
import io
def f(text):
    return io.StringIO(text)
# -- probes
assert f("a\nb").read() == "a\nb"
assert list(f("a\nb")) == ["a\n", "b"]
# --
with f("abc") as file:
    assert file.read(1) == "a" and file.tell() == 1

# == csv_reader_as_answer: a reader of rows
import csv, io
def f(text):
    return csv.reader(io.StringIO(text))
# -- probes
assert list(f("a,b\n1,2")) == [["a", "b"], ["1", "2"]]

# == generator_of_generators: lazy within lazy
def f(n):
    return ((x * y for y in range(n)) for x in range(n))
# -- probes
assert [list(row) for row in f(3)] == [[0, 0, 0], [0, 1, 2], [0, 2, 4]]

# == lazy_given_to_itself: an answer goes back as an argument
def f(items):
    return (x + 1 for x in items)
# -- probes
assert list(f(f([1, 2]))) == [3, 4]
# --
answer = f([0])
assert list(f(answer)) == [2]

# == probes_generator_as_argument: the program consumes a generator of the probe
def f(items):
    return next(items), list(items)
# -- probes
made = []
def numbers():
    for x in range(3):
        made.append(x)
        yield x
assert f(numbers()) == (0, [1, 2])
assert made == [0, 1, 2]

# == probes_endless_argument: the program reads a part of what never ends
import itertools
def f(items):
    return list(itertools.islice(items, 3))
# -- probes
import itertools
numbers = itertools.count(5)
assert f(numbers) == [5, 6, 7]
assert next(numbers) == 8
