# What a program does besides answering: prints, reads, writes, waits, asks its surroundings.

# == printed_and_redirected: output that the probe redirects
def f(x):
    print("value:", x)
    print("more", end="")
# -- probes
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stdout(out):
    f(2)
assert out.getvalue() == "value: 2\nmore"

# == printed_to_stderr: errors that the probe redirects
import sys
def f(x):
    print("careful", x, file=sys.stderr)
    sys.stderr.write("!\n")
# -- probes
import contextlib, io
out = io.StringIO()
with contextlib.redirect_stderr(out):
    f(2)
assert out.getvalue() == "careful 2\n!\n"

# == printed_into_replaced_stdout: sys.stdout is replaced by hand
import sys
def f(x):
    sys.stdout.write(str(x) + "\n")
# -- probes
import io, sys
kept, sys.stdout = sys.stdout, io.StringIO()
f(3)
text = sys.stdout.getvalue()
sys.stdout = kept
assert text == "3\n"

# == print_is_mocked: print itself is a mock
def f(names):
    for name in names:
        print("hello", name)
# -- probes
from unittest import mock
with mock.patch("builtins.print") as told:
    f(["a", "b"])
assert told.call_args_list == [mock.call("hello", "a"), mock.call("hello", "b")]

# == returns_and_prints: noise around a right answer
import sys
def f(x):
    print("noise" * 100)
    sys.stdout.flush()
    sys.stderr.write("noise\n")
    return x + 1
# -- probes
assert f(1) == 2
# --
for x in range(20):
    assert f(x) == x + 1

# == output_by_descriptor: output below sys.stdout
import os
def f(x):
    os.write(1, b"raw\n")
    os.system("echo from a shell")
    return x
# -- probes
assert f(1) == 1

# == input_is_mocked: input by a mock
def f():
    return int(input("first: ")) + int(input("second: "))
# -- probes
from unittest import mock
with mock.patch("builtins.input", side_effect=["1", "2"]) as asked:
    assert f() == 3
asked.assert_any_call("first: ")

# == input_is_replaced: input replaced by hand
def f():
    return input().upper()
# -- probes
import builtins
builtins.input = lambda *prompt: "abc"
assert f() == "ABC"

# == stdin_is_replaced: sys.stdin is a text
import sys
def f():
    return [line.strip() for line in sys.stdin]
def g():
    return input()
# -- probes
import io, sys
sys.stdin = io.StringIO("a\nb\n")
assert f() == ["a", "b"]
# --
sys.stdin = io.StringIO("typed\n")
assert g() == "typed"

# == stdin_is_patched: sys.stdin by mock.patch
import sys
def f():
    return sum(int(word) for word in sys.stdin.read().split())
# -- probes
import io
from unittest import mock
with mock.patch("sys.stdin", io.StringIO("1 2\n3")):
    assert f() == 6

# == arguments_of_the_command: sys.argv set by the probe
import argparse, sys
def f():
    parser = argparse.ArgumentParser()
    parser.add_argument("name")
    parser.add_argument("--count", type=int, default=1)
    found = parser.parse_args()
    return [found.name] * found.count, sys.argv[0]
# -- probes
import sys
sys.argv = ["tool", "a", "--count", "2"]
assert f() == (["a", "a"], "tool")
# --
from unittest import mock
with mock.patch.object(sys, "argv", ["other", "b"]):
    assert f() == (["b"], "other")

# == namespace_as_answer: what argparse answers
import argparse
def f(words):
    parser = argparse.ArgumentParser()
    parser.add_argument("--name", default="x")
    return parser.parse_args(words)
# -- probes
assert f([]).name == "x" and f(["--name", "y"]).name == "y"
assert vars(f([])) == {"name": "x"}

# == environment_of_probe: variables set by the probe
import os
def f(name):
    return os.environ.get(name, "none"), os.getenv(name)
# -- probes
import os
os.environ["COLOUR"] = "blue"
assert f("COLOUR") == ("blue", "blue")
del os.environ["COLOUR"]
assert f("COLOUR") == ("none", None)
# --
from unittest import mock
with mock.patch.dict(os.environ, {"COLOUR": "red"}):
    assert f("COLOUR")[0] == "red"
assert f("COLOUR")[0] == "none"

# == environment_of_program: variables set by the program
import os
def f(name, value):
    os.environ[name] = value
# -- probes
import os
f("SHAPE", "round")
assert os.environ["SHAPE"] == "round"
assert os.getenv("SHAPE") == "round"

# == file_written: a file that the probe reads
def f(path, lines):
    with open(path, "w") as file:
        file.writelines(line + "\n" for line in lines)
# -- probes
f("out.txt", ["a", "b"])
with open("out.txt") as file:
    assert file.readlines() == ["a\n", "b\n"]
# --
import os
assert os.path.exists("out.txt") and os.path.getsize("out.txt") == 4

# == file_read: a file that the probe writes
def f(path):
    with open(path) as file:
        return file.read().split()
# -- probes
with open("in.txt", "w") as file:
    file.write("a b\nc")
assert f("in.txt") == ["a", "b", "c"]

# == file_of_the_task: a file that the task brings
def f():
    with open("numbers.txt") as file:
        return sum(map(int, file.read().split()))
# -- files
numbers.txt: 1 2 3
# -- probes
assert f() == 6

# == files_in_folders: folders made by both
import os, pathlib
def f(root):
    pathlib.Path(root, "a", "b").mkdir(parents=True)
    pathlib.Path(root, "a", "b", "x.txt").write_text("x")
    return sorted(str(path.relative_to(root)) for path in pathlib.Path(root).rglob("*"))
# -- probes
import os
os.mkdir("top")
assert f("top") == ["a", "a/b", "a/b/x.txt"]
assert os.listdir("top/a") == ["b"] and open("top/a/b/x.txt").read() == "x"

# == file_removed_and_renamed: what was there is elsewhere or gone
import os, shutil
def f():
    os.remove("a.txt")
    os.rename("b.txt", "c.txt")
    shutil.copy("c.txt", "d.txt")
# -- probes
import os
for name in "ab":
    with open(name + ".txt", "w") as file:
        file.write(name)
f()
assert sorted(os.listdir(".")) == ["c.txt", "d.txt"]
assert open("d.txt").read() == "b"

# == file_in_temporary_folder: a temporary file, given back by its path
import tempfile
def f(text):
    with tempfile.NamedTemporaryFile("w", suffix=".txt", delete=False) as file:
        file.write(text)
    return file.name
# -- probes
import os
path = f("hello")
assert open(path).read() == "hello" and path.endswith(".txt")
os.unlink(path)
assert not os.path.exists(path)

# == temporary_folder_of_probe: a folder of the probe
import os
def f(folder):
    with open(os.path.join(folder, "made.txt"), "w") as file:
        file.write("1")
    return sorted(os.listdir(folder))
# -- probes
import os, tempfile
with tempfile.TemporaryDirectory() as folder:
    open(os.path.join(folder, "a.txt"), "w").close()
    assert f(folder) == ["a.txt", "made.txt"]
    assert open(os.path.join(folder, "made.txt")).read() == "1"
assert not os.path.exists(folder)

# == folder_is_changed: the working folder, changed by the program
import os
def f(name):
    os.mkdir(name)
    os.chdir(name)
    open("inside.txt", "w").close()
    return os.path.basename(os.getcwd())
# -- probes
assert f("below") == "below"
import os
assert os.path.basename(os.getcwd()) == "below" and os.listdir(".") == ["inside.txt"]

# == folder_is_changed_by_probe: the working folder, changed by the probe
import os
def f():
    return sorted(os.listdir("."))
# -- probes
import os
os.mkdir("there")
open("there/x", "w").close()
os.chdir("there")
assert f() == ["x"]
os.chdir("..")
assert f() == ["there"]

# == json_file: JSON in both directions
import json
def f(path):
    with open(path) as file:
        data = json.load(file)
    data["seen"] = True
    with open(path, "w") as file:
        json.dump(data, file)
    return data
# -- probes
import json
with open("data.json", "w") as file:
    json.dump({"a": [1, None]}, file)
assert f("data.json") == {"a": [1, None], "seen": True}
assert json.load(open("data.json"))["seen"] is True

# == csv_file: rows in both directions
import csv
def f(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))
# -- probes
import csv
with open("data.csv", "w", newline="") as file:
    writer = csv.writer(file)
    writer.writerow(["a", "b"])
    writer.writerow([1, "x,y"])
assert f("data.csv") == [{"a": "1", "b": "x,y"}]

# == pickle_file: the program's pickle, read by the probe
import pickle
def f(path, value):
    with open(path, "wb") as file:
        pickle.dump(value, file)
# -- probes
import pickle
f("data.pkl", {"a": (1, 2)})
with open("data.pkl", "rb") as file:
    assert pickle.load(file) == {"a": (1, 2)}

# == sqlite_connection: a connection of the probe, used by the program
import sqlite3
def f(connection):
    cursor = connection.cursor()
    cursor.execute("insert into t values (?, ?)", (2, "b"))
    connection.commit()
    return cursor.execute("select count(*) from t").fetchone()[0]
# -- probes
import sqlite3
connection = sqlite3.connect(":memory:")
connection.execute("create table t (n integer, name text)")
connection.execute("insert into t values (1, 'a')")
assert f(connection) == 2
assert connection.execute("select name from t order by n").fetchall() == [("a",), ("b",)]

# == sqlite_answer: a connection that the program made
import sqlite3
def f():
    connection = sqlite3.connect(":memory:")
    connection.execute("create table t (n)")
    connection.executemany("insert into t values (?)", [(1,), (2,)])
    return connection
# -- probes
assert f().execute("select sum(n) from t").fetchone() == (3,)
# --
rows = f().cursor().execute("select n from t order by n desc").fetchall()
assert rows == [(2,), (1,)]

# == zip_file: an archive that the probe opens
import zipfile
def f(path, files):
    with zipfile.ZipFile(path, "w") as archive:
        for name, text in files.items():
            archive.writestr(name, text)
# -- probes
import zipfile
f("a.zip", {"x.txt": "hello"})
with zipfile.ZipFile("a.zip") as archive:
    assert archive.namelist() == ["x.txt"] and archive.read("x.txt") == b"hello"

# == files_compared: filecmp between two files of the program
import shutil
def f(source, target):
    shutil.copyfile(source, target)
# -- probes
import filecmp
with open("one.txt", "w") as file:
    file.write("same")
f("one.txt", "two.txt")
assert filecmp.cmp("one.txt", "two.txt", shallow=False)

# == mode_is_mocked: os.chmod replaced by a mock
import os, stat
def f(path):
    os.chmod(path, 0o644)
# -- probes
import os
from unittest.mock import Mock
os.chmod = Mock()
f("a.txt")
os.chmod.assert_called_once_with("a.txt", 0o644)

# == system_is_mocked: os.system and subprocess replaced
import os, subprocess
def f(name):
    os.system("kill " + name)
    return subprocess.call(["ls", name])
# -- probes
import os, subprocess
from unittest.mock import Mock
os.system = Mock()
subprocess.call = Mock(return_value=0)
assert f("x") == 0
os.system.assert_called_with("kill x")
assert subprocess.call.call_args[0][0] == ["ls", "x"]

# == sleep_is_mocked: time.sleep replaced
import time
def f(n):
    for _ in range(n):
        time.sleep(100)
    return n
# -- probes
from unittest import mock
with mock.patch("time.sleep") as slept:
    assert f(3) == 3
assert slept.call_count == 3 and slept.call_args == mock.call(100)

# == clock_is_mocked: time.time replaced
import time
def f(start):
    return time.time() - start
# -- probes
from unittest import mock
with mock.patch("time.time", return_value=105.0):
    assert f(100) == 5.0
# --
import time
time.time = lambda: 7
assert f(5) == 2

# == helper_is_patched_by_name: mock.patch on a function of the program
def load():
    raise OSError("no such place")
def f():
    return load() * 2
# -- probes
from unittest import mock
with mock.patch(f.__module__ + ".load", return_value=21):
    assert f() == 42
try:
    f()
    assert False
except OSError:
    pass

# == open_is_mocked: mock_open
def f(path):
    with open(path) as file:
        return file.read().upper()
# -- probes
from unittest import mock
with mock.patch("builtins.open", mock.mock_open(read_data="abc")) as opened:
    assert f("nowhere.txt") == "ABC"
opened.assert_called_once_with("nowhere.txt")

# == object_is_patched: mock.patch.object on a class of the program
class Client:
    def get(self):
        raise ConnectionError
def f():
    return Client().get()
# -- probes
from unittest import mock
with mock.patch.object(Client, "get", return_value={"ok": 1}):
    assert f() == {"ok": 1}

# == random_is_seeded_by_probe: the same chance on both sides
import random
def f(n):
    return [random.randint(0, 9) for _ in range(n)]
# -- probes
import random
random.seed(5)
answer = f(3)
random.seed(5)
assert answer == [random.randint(0, 9) for _ in range(3)]
# --
random.seed(1)
one = f(5)
random.seed(1)
assert f(5) == one

# == random_is_mocked: random.choice replaced
import random
def f(items):
    return random.choice(items)
# -- probes
from unittest import mock
with mock.patch("random.choice", side_effect=lambda items: items[-1]):
    assert f([1, 2, 3]) == 3
assert f([4]) == 4

# == random_of_its_own: a generator of random numbers as answer
import random
def f(seed):
    return random.Random(seed)
# -- probes
import random
assert f(3).random() == random.Random(3).random()
one, two = f(3), f(3)
assert one.sample(range(100), 5) == two.sample(range(100), 5)

# == today: dates of today
import datetime
def f():
    return datetime.date.today()
# -- probes
import datetime
assert f() == datetime.date.today()
assert abs((datetime.datetime.now() - datetime.datetime.combine(f(), datetime.time())).days) <= 1

# == now: a moment close to the probe's
import datetime, time
def f():
    return datetime.datetime.now(datetime.timezone.utc), time.time()
# -- probes
import datetime, time
moment, seconds = f()
assert abs((datetime.datetime.now(datetime.timezone.utc) - moment).total_seconds()) < 60
assert abs(time.time() - seconds) < 60

# == logging_is_captured: assertLogs
import logging
def f(x):
    logging.getLogger("shop").warning("low on %s", x)
# -- probes
import unittest
with unittest.TestCase().assertLogs("shop", level="WARNING") as logs:
    f("tea")
assert logs.output == ["WARNING:shop:low on tea"]

# == logging_handler_of_probe: a handler that the probe adds
import logging
log = logging.getLogger("shop")
def f(x):
    log.setLevel(logging.INFO)
    log.info("sold %d", x)
# -- probes
import logging
records = []
class Keep(logging.Handler):
    def emit(self, record):
        records.append(record.getMessage())
logging.getLogger("shop").addHandler(Keep())
f(3)
assert records == ["sold 3"]

# == logger_as_answer: a logger with a level
import logging
def f(name):
    logger = logging.getLogger(name)
    logger.setLevel(logging.DEBUG)
    return logger
# -- probes
import logging
assert f("a.b").name == "a.b" and f("a.b").level == logging.DEBUG

# == warnings_are_caught: warnings.catch_warnings in the probe
import warnings
def f(x):
    warnings.warn("old way", DeprecationWarning)
    return x
# -- probes
import warnings
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    assert f(1) == 1
assert len(caught) == 1 and caught[0].category is DeprecationWarning and str(caught[0].message) == "old way"
# --
with warnings.catch_warnings():
    warnings.simplefilter("error")
    try:
        f(1)
        assert False
    except DeprecationWarning:
        pass

# == locale_is_plain: numbers and dates in words
import datetime, locale
def f(x):
    return f"{x:,.2f}", datetime.date(2020, 3, 1).strftime("%A %B"), locale.setlocale(locale.LC_ALL, "C")
# -- probes
assert f(1234.5) == ("1,234.50", "Sunday March", "C")

# == time_zone: the zone is set by the program
import os, time
def f(zone):
    os.environ["TZ"] = zone
    time.tzset()
    return time.localtime(0).tm_hour
# -- probes
assert f("UTC") == 0
assert f("UTC-3") == 3

# == server_and_client: a socket between two threads
import socket, threading
def f(text):
    server = socket.create_server(("127.0.0.1", 0))
    def serve():
        plug, _ = server.accept()
        plug.sendall(plug.recv(100).upper())
        plug.close()
    threading.Thread(target=serve).start()
    with socket.create_connection(server.getsockname()) as plug:
        plug.sendall(text.encode())
        return plug.recv(100).decode()
# -- probes
assert f("abc") == "ABC"

# == module_written_and_imported: the program writes a module and imports it
import importlib, sys
def f(value):
    with open("settings_of_mine.py", "w") as file:
        file.write(f"VALUE = {value!r}\n")
    sys.path.insert(0, ".")
    importlib.invalidate_caches()
    return importlib.import_module("settings_of_mine").VALUE
# -- probes
assert f([1, 2]) == [1, 2]

# == signal_to_itself: a handler of its own
import os, signal
caught = []
signal.signal(signal.SIGUSR1, lambda number, frame: caught.append(number))
def f():
    os.kill(os.getpid(), signal.SIGUSR1)
    return len(caught)
# -- probes
assert f() == 1 and f() == 2

# == priority_and_mask: its own umask and niceness
import os
def f():
    os.umask(0o077)
    os.nice(1)
    open("private", "w").close()
    return oct(os.stat("private").st_mode & 0o777)
# -- probes
assert f() == "0o600"
