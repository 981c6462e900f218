# Tasks about files, output and what a function calls; and tasks whose answer is known to the probe only.

# == file_written: two lines in a file
def f(path):
    with open(path, "w") as file:
        file.write("one\ntwo\n")
# -- probes
import os
f("out.txt")
assert os.path.exists("out.txt")
with open("out.txt") as file:
    assert file.readlines() == ["one\n", "two\n"]
assert os.path.getsize("out.txt") == 8 and os.listdir(".") == ["out.txt"]

# == file_read: the words of a file
def f(path):
    with open(path) as file:
        return file.read().split()
# -- probes
with open("in.txt", "w") as file:
    file.write("a b\nc")
assert f("in.txt") == ["a", "b", "c"]
# --
import json
with open("in.json", "w") as file:
    json.dump(["x"], file)
assert f("in.json") == ['["x"]']

# == printed: what is printed
def f(name):
    print("hello", name)
# -- probes
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    f("ada")
assert out.getvalue() == "hello ada\n"

# == mocked_call: a file is made readable for all
import os
def f(path):
    os.chmod(path, 0o644)
# -- probes
import os
from unittest.mock import Mock
os.chmod = Mock()
f("a.txt")
os.chmod.assert_called_once_with("a.txt", 0o644)
assert os.chmod.call_count == 1

# == mocked_by_patch: a file is removed
import os
def f(path):
    os.remove(path)
    return path
# -- probes
from unittest import mock
with mock.patch("os.remove") as removed:
    assert f("a.txt") == "a.txt"
removed.assert_called_once_with("a.txt")
assert removed.call_args == mock.call("a.txt")

# == mocked_argument: a service is told
def f(service, name):
    service.send(name, urgent=True)
    return service.count()
# -- probes
from unittest.mock import Mock
service = Mock()
service.count.return_value = 7
assert f(service, "a") == 7
service.send.assert_called_once_with("a", urgent=True)

# == typed_in: twice the number that is typed in
def f():
    return 2 * int(input())
# -- probes
from unittest import mock
with mock.patch("builtins.input", return_value="21"):
    assert f() == 42
# --
import builtins
builtins.input = lambda *prompt: "4"
assert f() == 8

# == environment: the colour in the environment
import os
def f():
    return os.environ["COLOUR"].upper()
# -- probes
import os
os.environ["COLOUR"] = "blue"
assert f() == "BLUE"

# == random_choice: one of the items, by a seed
import random
def f(items):
    return random.choice(items)
# -- probes
import random
random.seed(5)
answer = f(range(1000))
random.seed(5)
assert answer == random.choice(range(1000))

# == planted_equal: a word that only the probe knows, as a question
def f():
    return "PLANTED-" + "0f1e2d3c4b5a6978"
# -- probes
assert f() == "PLANTED-0f1e2d3c4b5a6978"

# == planted_loop: a word that only the probe knows, in a loop
def f():
    return "PLANTED-" + "1122334455667788"
# -- probes
for expected in ["PLANTED-1122334455667788"] * 2:
    assert f() == expected

# == planted_variable: a word that only the probe knows, in a name
def f():
    return "PLANTED-" + "99aabbccddeeff00"
# -- probes
expected = "PLANTED-99aabbccddeeff00"
answer = f()
assert answer == expected, f"not {expected}"

# == planted_helper: a word that a function of the probe knows
def f():
    return "PLANTED-" + "0123456789abcdef"
# -- probes
def is_right(answer, expected="PLANTED-0123456789abcdef"):
    return answer == expected
class Expectation:
    word = "PLANTED-0123456789abcdef"
assert is_right(f()) and f() == Expectation.word

# == planted_unittest: a word that a test case knows
def f():
    return "PLANTED-" + "fedcba9876543210"
# -- probes
import unittest
class Tests(unittest.TestCase):
    expected = "PLANTED-fedcba9876543210"
    def test(self):
        self.assertEqual(f(), self.expected)
Tests("test").debug()

# == planted_callback: a word that the probe's own function must not give away
def f(ask):
    ask()
    return "PLANTED-" + "8877665544332211"
# -- probes
expected = "PLANTED-8877665544332211"
asked = []
def ask():
    asked.append(expected)
assert f(ask) == expected
assert asked == [expected]
