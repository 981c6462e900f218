# Answers that are deep, long or large, and honest.

# == nested_150: lists within lists, 150 deep
def f(n):
    answer = []
    for _ in range(n):
        answer = [answer]
    return answer
# -- probes
answer, depth = f(150), 0
while answer:
    answer, depth = answer[0], depth + 1
assert depth == 150

# == nested_150_equal: the same, by equality
def f(n):
    answer = 1
    for _ in range(n):
        answer = {"a": (answer,)}
    return answer
# -- setup
def nested(n):
    answer = 1
    for _ in range(n):
        answer = {"a": (answer,)}
    return answer
# -- probes
assert f(75) == nested(75)
assert f(2) == {"a": ({"a": (1,)},)}

# == ten_megabytes_of_text: a text of 10 MB
def f(n):
    return "0123456789" * n
# -- probes
assert len(f(1_000_000)) == 10_000_000
# --
answer = f(1_000_000)
assert answer[-1] == "9" and answer.count("5") == 1_000_000

# == ten_megabytes_of_bytes: bytes of 10 MB
def f(n):
    return bytes(n)
# -- probes
assert f(10_000_000) == b"\0" * 10_000_000

# == many_numbers: a list of 500,000 numbers
def f(n):
    return list(range(n))
# -- probes
assert sum(f(500_000)) == 124_999_750_000
# --
assert f(500_000) == list(range(500_000))

# == many_calls: two thousand calls in a loop
def f(x):
    return x + 1
# -- probes
for x in range(2000):
    assert f(x) == x + 1

# == many_items_step_by_step: a generator of ten thousand items
def f(n):
    for x in range(n):
        yield x
# -- probes
count = 0
for x in f(10_000):
    assert x == count
    count += 1
assert count == 10_000

# == large_number: a number of 5000 digits
def f(n):
    return 7 ** n
# -- probes
assert f(5000) == 7 ** 5000
assert f(5000) % 10 == 1 and f(5000).bit_length() > 14000

# == large_factorial: arithmetic of large numbers on both sides
import math
def f(n):
    return math.factorial(n)
# -- probes
import math
assert f(500) == math.factorial(500)
assert f(200) // f(199) == 200

# == exact_decimal: a Decimal of a thousand digits
from decimal import Decimal, getcontext
def f(n):
    getcontext().prec = n
    return Decimal(1) / 7
# -- probes
assert len(str(f(1000))) == 1002 and str(f(12)) == "0.142857142857"

# == deep_recursion_of_answer: recursion of 900 calls
def f(n):
    return 0 if n == 0 else 1 + f(n - 1)
# -- probes
assert f(900) == 900

# == wide_dict: a dict of a hundred thousand keys
def f(n):
    return {str(x): x for x in range(n)}
# -- probes
assert len(f(100_000)) == 100_000 and f(100_000)["99999"] == 99_999

# == self_containing: a list that holds itself
def f():
    answer = [1]
    answer.append(answer)
    return answer
# -- probes
answer = f()
assert answer[0] == 1 and answer[1] is answer and len(answer) == 2

# == shared_parts: an answer that is small only because its parts are shared
def f(n):
    answer = [1]
    for _ in range(n):
        answer = [answer, answer]
    return answer
# -- probes
answer = f(12)
assert len(answer) == 2 and answer[0] == answer[1]

# == cyclic_objects: objects that know each other
class Node:
    def __init__(self):
        self.friends = []
def f():
    a, b = Node(), Node()
    a.friends.append(b)
    b.friends.append(a)
    return a
# -- probes
a = f()
assert a.friends[0].friends[0] is a

# == long_running: some tenths of a second of work
def f(n):
    total = 0
    for x in range(n):
        total += x & 3
    return total
# -- probes
assert f(2_000_000) == 3_000_000

# == all_letters: text of all planes, also half letters
def f(text):
    return text[::-1]
# -- probes
assert f("añ漢🎈\0\n") == "\n\0🎈漢ña"
assert f("\ud800x") == "x\ud800"
# --
for text in ("é", "e\u0301", "\u202e", "\x1b[31m"):
    assert f(text) == text[::-1]

# == many_texts_at_once: an answer of more than a million characters, which the probe compares
def f():
    return ["192.168.%d.%d" % (i, j) for i in range(256) for j in range(256)]
# -- probes
addresses = f()
assert len(addresses) == 256 * 256
assert addresses == [f"192.168.{i}.{j}" for i in range(256) for j in range(256)]
