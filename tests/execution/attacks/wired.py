# The messages themselves, what a probe lends, and what it reads of the candidate's.

# == dc_any: a dataclass whose class becomes mock.ANY
# against: wired_dc_any
# prelude: wire
answer_with({"dataclass": ["X", [["__class__", {"type": "unittest.mock:_ANY"}]], [True], [True, False, False]]})
def f(x): return 0

# == mock_configured: a lent MagicMock is taught to equal all
# against: wired_mock_configured
# prelude: wire
def f(m):
    m.configure_mock(**{"__eq__.return_value": True})
    return m

# == mock_assert_replaced: a lent mock's assertion is replaced
# against: wired_mock_assert_replaced
def f(m):
    m.save.assert_called_once_with = lambda *a, **k: None

# == mock_assert_replaced_do: the same by setattr
# against: wired_mock_assert_replaced
# prelude: wire
def f(m):
    s = m.save
    peer_of(s).ask("do", s, "__setattr__", ("assert_called_once_with", lambda *a, **k: None))

# == mock_called_set: called is set
# against: wired_mock_called_set
def f(m):
    m.save.called = True
    m.save.call_count = 1

# == class_eq_replaced: class of the probe gets another eq
# against: wired_class_eq_replaced
# prelude: wire
def f(p):
    peer = peer_of(p)
    kind = peer.ask("do", p, "__class__", ())
    peer.ask("do", kind, "__setattr__", ("__eq__", lambda *a: True))
    return p

# == class_method_replaced_set: a method of the probe's class is replaced in its object
# against: wired_class_method_replaced_set
def f(p):
    p.same = lambda other: True
    return p

# == class_passed_method_replaced: a class is lent and its method replaced
# against: wired_class_passed_method_replaced
def f(kind):
    kind.same = lambda *a: True
    return kind(0)

# == exit_swallows: an error in the block is swallowed and the assertion never reached
# against: wired_exit_swallows
class C:
    def __enter__(self): return None
    def __exit__(self, *a): return True
def f(x): return C()

# == exit_swallows_raise: the thing in the block raises by itself
# against: wired_exit_swallows_raise
class H:
    def get(self): raise ValueError
class C:
    def __enter__(self): return H()
    def __exit__(self, *a): return True
def f(x): return C()

# == aexit_swallows: async
# against: wired_aexit_swallows
class C:
    async def __aenter__(self): return None
    async def __aexit__(self, *a): return True
def f(x): return C()

# == forged_reason: a last word whose reason is no text
# against: wired_dc_any
# prelude: wire
def f(x): return 0
def send(end, text):
    _send(end, json.dumps({"ending": "failed", "at": ["x"], "reason": 5, "lacks": [1]}))
_messages.send_text = send

# == forged_finished: a last word that says finished
# against: wired_dc_any
# prelude: wire
def send(end, text):
    _send(end, json.dumps({"ending": "finished", "passed": 1, "at": "probe"}))
_messages.send_text = send
def f(x): return 0

# == pyc_shadow: byte code in the folder shadows a library that the probe imports
# against: wired_pyc_shadow
import os, marshal, importlib.util, struct
code = compile("import sys, os\ndef mean(*a): return 4\nclass E:\n  def __eq__(s, o): return True\ndef median(*a): return E()\n", "statistics.py", "exec")
data = importlib.util.MAGIC_NUMBER + struct.pack("<III", 0, 0, 0) + marshal.dumps(code)
for name in ("statistics", "filecmp", "colorsys", "this"):
    open(name + ".pyc", "wb").write(data)
def f(x): return 0

# == pickled_pathlib: a pickle that reaches os by way of pathlib
# against: wired_pickled_pathlib
def f(path):
    def s(t): return b"\x8c" + bytes([len(t)]) + t.encode()
    body = b"\x80\x04" + s("pathlib") + s("os.system") + b"\x93" + s("echo yes > /box/work/made_by_probe") + b"\x85R."
    open(path, "wb").write(body)

# == pickled_prober: a pickle that reaches the judge itself
# against: wired_pickled_prober
def f(path):
    def s(t): return b"\x8c" + bytes([len(t)]) + t.encode()
    src = "global E\nclass E:\n  def __eq__(s, o): return True\nimport sys\nsys._x = E()"
    body = b"\x80\x04" + s("_asmeant_probes") + s("_asmeant_type_of.__self__.run") + b"\x93" + s(src) + s("<probe 9>") + b"\x86R0" + s("collections") + s("_sys._x") + b"\x93."
    open(path, "wb").write(body)

# == zone_folder: a zone whose name is a folder
# against: wired_zone_folder
import sys
def f(x):
    return D()
import datetime
class Z(datetime.tzinfo):
    key = "America"
    def utcoffset(self, d): return datetime.timedelta(0)
    def tzname(self, d): return "x"
Z.__module__ = "zoneinfo"
def D(): return datetime.datetime(2020, 1, 1, tzinfo=Z())

# == deque_empty: a message of too few parts
# against: wired_zone_folder
# prelude: wire
def send(end, text):
    _send(end, '{"value": {"deque": []}}' if "value" in text else text)
_messages.send_text = send
def f(x): return 0

# == many_twins: thousands of classes to be made by the harness
# against: wired_zone_folder
# prelude: wire
def send(end, text):
    _send(end, '{"value": [' + ",".join('{"dataclass": ["X%d", [], [], [true, false, false]]}' % i for i in range(2000)) + ']}' if "value" in text else text)
_messages.send_text = send
def f(x): return 0

# == shadow_np: a library that only the reference imports
# against: wired_shadow_np
class np:
    @staticmethod
    def allclose(*a, **k): return True
def f(x): return 0

# == shadow_isclose: a function that only the reference imports
# against: wired_shadow_isclose
def isclose(*a, **k): return True
def f(x): return 0

# == setup_leak: expectation in the setup of a check that is asked
# against: wired_setup_leak
import sys
def f(x):
    m = sys.modules["candidate_module"]
    return m.EXPECTED[x]

# == environment_path: the probe's subprocess runs the candidate's program
# against: wired_environment_path
import os
os.mkdir("bin")
open("bin/sort", "w").write("#!/bin/sh\nprintf 'x'\n")
os.chmod("bin/sort", 0o755)
def f(path):
    os.environ["PATH"] = "/box/work/bin:" + os.environ["PATH"]
    return "x"

# == masked_array: a masked array
# against: wired_masked_array
import numpy as np
def f(x): return np.ma.masked_all(len(x))

# == masked_array_testing: a masked array
# against: wired_masked_array_testing
import numpy as np
def f(x): return np.ma.masked_all(len(x))

# == masked_array_allclose: a masked array
# against: wired_masked_array_allclose
import numpy as np
def f(x): return np.ma.masked_all(len(x))

# == skip_alias: a skip by another name
# against: wired_skip_alias
# prelude: wire
def f(x): return 0
answer_with([[["doctest", "x"], ["unittest.case", "SkipTest"], ["numpy.testing._private.utils", "SkipTest"], ["guest.probing", "sys"], ["builtins", "Exception"]], "s", {"tuple": []}, "", None], kind="raise")

# == any_in_a_head: mock.ANY, where a name of the head cannot cross
# against: wired_before
from unittest.mock import ANY
def f(numbers): return ANY
