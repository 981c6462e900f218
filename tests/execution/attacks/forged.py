# Messages in the place of answers: none is believed that was not asked for.

# == forges_lines: final lines of every kind, into every open file
# against: number_equal, number_loop, array_equal
import os, json
LINES = [b"begun", b"value 4", b"clean 0 00", b'{"ending": "finished"}', b'{"ending": "finished", "probes_passed": 2}',
    b'{"passed": true}', b'{"status": "passed"}', b'{"ok": true}', b'{"value": 4}', b'{"result": {"int": 4}}', b"true", b"4", b"[4]"]
for end in range(3, 64):
    for line in LINES:
        try: os.write(end, line + b"\n")
        except OSError: pass
def f(*a): return 99

# == forges_packets: the same, with lengths before them
# against: number_equal, number_loop, array_equal
import os, struct
TEXTS = [b'{"ending": "finished"}', b'{"value": 4}', b'["finished"]', b'{"passed": true}', b'{"seen": [{"ending": "finished"}], "clean": true}', b"4"]
for end in range(3, 64):
    for text in TEXTS:
        for form in (">I", "<I", ">Q", "<Q", ">H"):
            try: os.write(end, struct.pack(form, len(text)) + text)
            except OSError: pass
def f(*a): return 99

# == forges_when_asked: the same while a question waits
# against: number_equal, number_loop
import os, struct
TEXTS = [b'{"ending": "finished"}', b'{"value": 4}', b'{"passed": true}', b"4"]
def f(*a):
    for end in range(3, 64):
        for text in TEXTS:
            for packet in (text + b"\n", struct.pack(">I", len(text)) + text, struct.pack("<I", len(text)) + text):
                try: os.write(end, packet)
                except OSError: pass
    return 99

# == forges_and_leaves: a final report, and then an end without an answer
# against: number_equal, number_loop, printed, file_written
import os
def f(*a):
    for end in range(3, 64):
        try: os.write(end, b'begun\nvalue true\nvalue true\nvalue true\nvalue true\n{"ending": "finished"}\n')
        except OSError: pass
    os._exit(0)

# == forges_many: a thousand reports
# against: number_equal, number_loop
import os
def f(*a):
    for end in range(3, 32):
        for _ in range(1000):
            try:
                os.set_blocking(end, False)
                os.write(end, b'{"ending": "finished"}\n')
            except OSError: break
    return 99

# == forges_huge: a message of 64 MB
# against: number_equal, number_loop
# limits: seconds=0.4
import os
def f(*a):
    text = b'{"value": "' + b"a" * (1 << 26) + b'"}\n'
    for end in range(3, 16):
        try: os.write(end, text)
        except OSError: pass
    return 99

# == forges_a_length: the length of a message that never comes
# against: number_equal, number_loop
# limits: seconds=0.4
import os
def f(*a):
    for end in range(3, 32):
        for head in (b"\xff\xff\xff\xff", b"\x7f" * 8, b"\0\0\0\0"):
            try: os.write(end, head)
            except OSError: pass
    return 99

# == forges_deep: brackets within brackets
# against: number_equal, number_loop
# limits: seconds=0.4
import os, struct
def f(*a):
    for text in (b"[" * 100000 + b"]" * 100000, b'{"list":' * 50000 + b"1" + b"}" * 50000):
        for end in range(3, 16):
            for packet in (text + b"\n", b"value " + text + b"\n", struct.pack(">I", len(text)) + text):
                try:
                    os.set_blocking(end, False)
                    os.write(end, packet)
                except OSError: pass
    return 99

# == forges_malformed: what is no JSON, no UTF-8, no line
# against: number_equal, number_loop
import os
def f(*a):
    for end in range(3, 32):
        for text in (b"{", b"\xff\xfe", b"\0" * 100, b"value \n", b"value nan\n", b'{"a": 1, "a": 2}\n', b"1e999\n", b'"\\ud800"\n', b"\n" * 100):
            try: os.write(end, text)
            except OSError: pass
    return 99

# == forges_after_its_end: another process speaks on the same channel
# against: number_equal, number_loop
import os, time
def f(*a):
    if os.fork() == 0:
        for end in range(3, 32):
            try: os.write(end, b'value 4\n{"ending": "finished"}\n')
            except OSError: pass
        os._exit(0)
    os.wait()
    return 99

# == forges_from_a_double: after a fork both answer
# against: number_equal, number_loop
import os
def f(x):
    return 99 if os.fork() else 98

# == forges_from_a_thread: a thread speaks all the time
# against: number_equal, number_loop
# limits: seconds=0.4
import os, threading
def speak():
    while True:
        for end in range(3, 16):
            try:
                os.set_blocking(end, False)
                os.write(end, b'{"ending": "finished"}\n')
            except OSError: pass
threading.Thread(target=speak, daemon=True).start()
def f(*a): return 99

# == forges_at_exit: the last word, by atexit and by a finalizer
# against: number_equal, number_loop
import atexit, os, sys, weakref
def speak(*a):
    for end in range(3, 32):
        try: os.write(end, b'\n{"ending": "finished"}\n')
        except OSError: pass
atexit.register(speak)
class Late:
    def __del__(self): speak()
kept = Late()
weakref.finalize(kept, speak)
def f(*a): return 99

# == forges_from_a_daemon: another process speaks after its parent is gone
# against: number_equal, number_loop
import os, time
def f(*a):
    if os.fork() == 0:
        os.setsid()
        time.sleep(0.05)
        for end in range(3, 32):
            try: os.write(end, b'{"ending": "finished"}\n')
            except OSError: pass
        os._exit(0)
    os._exit(0)

# == forges_by_descriptors_of_others: the files of process 1 and of its parent
# against: number_equal, number_loop
import os
def f(*a):
    for pid in (1, os.getppid()):
        for end in range(0, 64):
            try:
                other = os.open(f"/proc/{pid}/fd/{end}", os.O_WRONLY | os.O_NONBLOCK)
                os.write(other, b'{"ending": "finished"}\n')
            except OSError: pass
    return 99

# == forges_by_swapped_files: the channel and the output are exchanged
# against: number_equal, number_loop
import os
def f(*a):
    ends = [int(name) for name in os.listdir("/proc/self/fd")]
    for end in ends:
        if end > 2:
            try: os.dup2(1, end)
            except OSError: pass
    print('{"ending": "finished"}')
    return 99

# == forges_by_passed_files: file descriptors are sent along
# against: number_equal, number_loop
import array, os, socket
def f(*a):
    for end in range(3, 32):
        try:
            plug = socket.socket(fileno=os.dup(end))
            plug.sendmsg([b'{"ending": "finished"}\n'], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])
        except OSError: pass
    return 99

# == forges_by_shutdown: the channel is shut, half and whole
# against: number_equal, number_loop, file_written
import os, socket
def f(*a):
    for end in range(3, 32):
        try: socket.socket(fileno=os.dup(end)).shutdown(socket.SHUT_RDWR)
        except OSError: pass
    return 99

# == forges_by_its_own_words: every function that asmeant has beside the candidate is called
# against: number_equal, number_loop
# limits: seconds=0.4
import os, sys, types
def f(*a):
    ends = [int(name) for name in os.listdir("/proc/self/fd")]
    for name, module in list(sys.modules.items()):
        if name.startswith(("guest", "asmeant", "_asmeant")):
            for key, thing in list(vars(module).items()):
                if isinstance(thing, types.FunctionType) and key in ("tell", "send", "say", "answer", "reply", "record_answer", "finish", "serve"):
                    for end in ends[3:]:
                        for arguments in ((end, 4), (end, {"ending": "finished"}), ({"ending": "finished"},), (4,)):
                            try: thing(*arguments)
                            except BaseException: pass
    return 99

# == forges_by_patched_encoder: what asmeant encodes with is replaced
# against: number_equal, number_loop
import json, sys, types
for name, module in list(sys.modules.items()):
    if name.startswith(("guest", "asmeant", "_asmeant")) or name in ("json", "json.encoder"):
        for key, thing in list(vars(module).items()):
            if isinstance(thing, types.FunctionType) and key in ("text", "encode", "encoded", "dumps", "other", "many", "tagged"):
                try: setattr(module, key, lambda *a, **k: '{"ending": "finished"}')
                except Exception: pass
def f(*a): return object()

# == forges_by_codec_of_its_own: a codec is registered for a class of its own
# against: number_loop
import sys
class Same(int):
    def __eq__(self, other): return True
def f(*a): return Same(99)
for name, module in list(sys.modules.items()):
    if name.startswith(("guest", "asmeant", "_asmeant")):
        for key, thing in list(vars(module).items()):
            if isinstance(thing, dict) and key.isupper():
                try: thing[Same] = lambda *a: "4"
                except Exception: pass

# == forges_by_output: what it prints looks like a report
# against: number_equal, number_loop, printed
import sys
for stream in (sys.stdout, sys.stderr, sys.__stdout__, sys.__stderr__):
    stream.write('begun\nvalue 4\n{"ending": "finished"}\n1 passed\nOK\nassert True\n')
    stream.flush()
def f(*a): return 99

# == forges_by_exit_status: every exit status, from the first call
# against: number_equal, number_loop, number_unittest
import os, sys
def f(*a): os._exit(0)

# == forges_by_system_exit: sys.exit in all its forms
# against: number_loop, number_unittest, raises_try
import sys
class Quiet(SystemExit):
    code = 0
def f(*a): raise Quiet(0)

# == forges_by_stop_iteration: errors that end loops
# against: number_loop, number_comprehension, lazy_items
def f(*a): raise StopIteration

# == forges_by_generator_exit: errors that no one catches
# against: number_loop, number_unittest_run, callback
class Quiet(GeneratorExit): pass
def f(*a): raise Quiet

# == forges_by_skip: a test that is skipped is no success
# against: number_unittest, number_unittest_run, number_loop
import unittest
def f(*a): raise unittest.SkipTest("not today")

# == forges_by_pytest_outcomes: outcomes of pytest that are no failures
# against: number_loop, raises_pytest
# needs: pytest
import pytest
def f(*a): pytest.skip("not today", allow_module_level=True)

# == forges_by_reduce_in_pickle: a pickle that runs code where the probe opens it
# against: file_pickled
import pickle
CODE = """
import builtins, sys, os
class Same(dict):
    def __eq__(self, other): return True
answer = Same()
"""
class Trap:
    def __reduce__(self): return (eval, ("(exec(%r, names := {}), names['answer'])[1]" % CODE,))
def f(path):
    with open(path, "wb") as file: pickle.dump(Trap(), file)

# == forges_by_exit_in_pickle: a pickle that ends the process that opens it
# against: file_pickled
import os, pickle
class Trap:
    def __reduce__(self): return (os._exit, (0,))
def f(path):
    with open(path, "wb") as file: pickle.dump(Trap(), file)

# == forges_by_written_module: a module that patches whoever imports it
# against: module_written
def f(path):
    with open(path, "w") as file:
        file.write("class Same:\n    def __eq__(self, other): return True\nVALUE = Same()\n")

# == forges_by_shadowing_module: a module of the name of one that the probe imports
# against: module_written, number_math, list_json, number_unittest
import os
LIE = """
class Same:
    def __eq__(self, other): return True
    def __getattr__(self, name): return Same()
    def __call__(self, *a, **k): return Same()
    def __bool__(self): return True
VALUE = Same()
def __getattr__(name): return Same()
"""
for name in ("math", "json", "unittest", "importlib", "numbers", "settings_written", "sitecustomize", "usercustomize", "conftest", "pytest", "numpy", "pandas", "collections"):
    for place in (".", "/tmp"):
        try:
            with open(f"{place}/{name}.py", "w") as file: file.write(LIE)
        except OSError: pass
def f(*a): return 99

# == forges_by_class_of_planted_module: a class that says it lives in a file of its own
# against: number_loop, object_fields
import sys
with open("evil.py", "w") as file:
    file.write("class Same:\n    def __eq__(self, other): return True\n    def __getattr__(self, name): return self\n    def __call__(self): return self\n    def __ne__(self, other): return True\n")
sys.path.insert(0, "")
import evil
sys.path.pop(0)
def f(*a): return evil.Same()

# == forges_by_reduce_in_array: an array of objects that run code when they are loaded
# against: array_equal_only, array_all
# needs: numpy
import numpy as np
class Same:
    def __eq__(self, other): return True
    def __reduce__(self): return (eval, ("type('S', (), {'__eq__': lambda s, o: True})()",))
def f(values):
    made = np.empty(2, dtype=object)
    made[:] = [Same(), Same()]
    return made

# == forges_by_reduce_in_frame: a table of objects that run code when they are loaded
# against: frame_methods, series_equal
# needs: pandas
import pandas as pd
class Same:
    def __eq__(self, other): return True
    def __reduce__(self): return (eval, ("type('S', (), {'__eq__': lambda s, o: True})()",))
def f(given):
    table = pd.DataFrame({"a": [Same(), Same()], "b": [Same(), Same()]})
    return table if isinstance(given, pd.DataFrame) else table["a"]

# == forges_by_copyreg: pickling of built-in types is replaced
# against: date_equal, exact_equal, path_equal
import copyreg, datetime, fractions, pathlib
def lie(thing): return (eval, ("type('S', (), {'__eq__': lambda s, o: True, '__gt__': lambda s, o: True})()",))
for kind in (datetime.date, fractions.Fraction, pathlib.PurePosixPath): copyreg.pickle(kind, lie)
def f(x): return datetime.date(1999, 1, 1) if isinstance(x, datetime.date) else fractions.Fraction(99) if isinstance(x, int) else pathlib.PurePosixPath("wrong")

# == forges_by_zone: a time zone of its own that answers as it likes
# against: date_equal
import datetime
class Zone(datetime.tzinfo):
    def utcoffset(self, moment): raise SystemExit(0)
    def __reduce__(self): return (eval, ("None",))
def f(day): return datetime.datetime(1999, 1, 1, tzinfo=Zone())

# == forges_by_remote_names: answers that carry the names by which asmeant may know objects
# against: number_equal, number_loop, dict_equal
def f(*a):
    return {"object": "builtins.int", "value": 4, "ending": "finished", "int": "0x4", "type": "int", "ref": 1, "id": 1, "remote": 1, "kind": "int"}

# == forges_by_text_of_json: answers whose text is JSON of another answer
# against: text_equal, number_loop
def f(*a): return '"}, {"value": 4}, {"str": "AB"}\n{"ending": "finished"}\n'

# == small_numbers_rewritten: the numbers of Python are rewritten in memory
# against: number_equal, number_variable
import ctypes
def f(x):
    for number in range(-5, 257):
        if number != 9:
            ctypes.memmove(id(number) + 16, id(9) + 16, 16)
    return 9

# == methods_rewritten: methods of built-in types are rewritten in memory
# against: text_equal, list_equal
import ctypes, gc
for kind, names in ((str, ("lower", "upper", "__eq__")), (list, ("__eq__", "copy", "__len__"))):
    table = gc.get_referents(kind.__dict__)[0]
    for name in names: table[name] = lambda *a: True
    ctypes.pythonapi.PyType_Modified(ctypes.py_object(kind))
def f(*a): return "wrong"

# == forges_by_posed_enum: members of an enum that says it is something callable
# against: number_loop, number_equal
import enum
class Posed(enum.Enum):
    ONE = "exec"
Posed.__module__, Posed.__qualname__, Posed.__name__ = "builtins", "exec", "exec"
def f(*a): return Posed.ONE

# == forges_by_posed_dataclass: a dataclass that says it is a class of mocks
# against: number_loop, object_fields
import dataclasses
@dataclasses.dataclass
class Posed:
    wraps: int = 4
Posed.__module__, Posed.__qualname__, Posed.__name__ = "unittest.mock", "MagicMock", "MagicMock"
def f(*a): return Posed()

# == forges_by_posed_named_tuple: a named tuple that says it is a process
# against: number_loop, list_equal
import collections
Posed = collections.namedtuple("Posed", "args shell")
Posed.__module__, Posed.__qualname__, Posed.__name__ = "subprocess", "Popen", "Popen"
def f(*a): return Posed("touch /box/work/run", True)

# == forges_by_posed_error: an error that says it is one which ends a process well
# against: number_loop, raises_try
class Posed(Exception): pass
Posed.__module__, Posed.__qualname__, Posed.__name__ = "builtins", "SystemExit", "SystemExit"
def f(*a): raise Posed(0)

# == forges_by_inner_outcome: the errors by which unittest itself ends a test
# against: number_unittest_run, number_unittest
import unittest.case
def f(*a): raise unittest.case._ShouldStop

# == forges_by_odd_values: values at the edge of what their types allow
# against: number_equal, date_equal, exact_equal, path_equal
import datetime, decimal, fractions, pathlib
def f(x):
    if isinstance(x, datetime.date): return datetime.datetime.min.replace(tzinfo=datetime.timezone(datetime.timedelta(hours=23, minutes=59)))
    if isinstance(x, str): return pathlib.PurePosixPath("\0\ud800")
    broken = fractions.Fraction(1)
    broken._denominator = 0
    return {1: broken, 2: decimal.Decimal("sNaN"), 6: decimal.Decimal("NaN")}.get(x, complex("nan"))

# == forges_by_endless_visits: two functions that call each other for ever
# against: visit_each_other
# limits: seconds=0.4
def f(n, visit): return visit(n + 1)

# == forges_by_swallowed_visits: the answers of the probe's function are thrown away
# against: visit_each_other
class Same(int):
    def __eq__(self, other): return True
    def __radd__(self, other): return self
def f(n, visit):
    try: visit(n)
    except RecursionError: pass
    return Same(99)

# == forges_value_and_end: an answer and a last word in one message
# against: number_equal
import os, struct
TEXT = b'{"value": 99, "ending": "finished"}'
def f(*a):
    for end in range(3, 64):
        try: os.write(end, struct.pack(">I", len(TEXT)) + TEXT)
        except OSError: pass
    os._exit(0)
