# Tasks for attacks on the messages between the two processes: most are tried once.

# == wired_dc_any: for a dataclass whose class becomes mock.ANY
def f(x): return 2 * x
# -- probes
for x in (1, 2):
    assert f(x) == 2 * x

# == wired_mock_configured: for a lent MagicMock is taught to equal all
def f(m): return m.size()
# -- probes
from unittest.mock import MagicMock
m = MagicMock()
m.size.return_value = 4
assert f(m) == 4

# == wired_mock_assert_replaced: for a lent mock's assertion is replaced
def f(m): m.save(5)
# -- probes
from unittest.mock import Mock
m = Mock()
f(m)
m.save.assert_called_once_with(5)

# == wired_mock_called_set: for called is set
def f(m): m.save(5)
# -- probes
from unittest.mock import Mock
m = Mock()
f(m)
assert m.save.call_count == 1

# == wired_class_eq_replaced: for class of the probe gets another eq
def f(p):
    p.x *= 2
    return p
# -- probes
class Point:
    def __init__(self, x): self.x = x
    def __eq__(self, other): return self.x == other.x
assert f(Point(3)) == Point(6)

# == wired_class_method_replaced_set: for a method of the probe's class is replaced in its object
def f(p):
    p.x *= 2
    return p
# -- probes
class Point:
    def __init__(self, x): self.x = x
    def same(self, other): return self.x == other.x
assert f(Point(3)).same(Point(6))

# == wired_class_passed_method_replaced: for a class is lent and its method replaced
def f(kind):
    return kind(6)
# -- probes
class Point:
    def __init__(self, x): self.x = x
    def same(self, other): return self.x == other.x
assert f(Point).same(Point(6))

# == wired_exit_swallows: for an error in the block is swallowed and the assertion never reached
import contextlib
@contextlib.contextmanager
def f(x): yield [x, 2 * x]
# -- probes
with f(3) as h:
    assert h[1] == 6

# == wired_exit_swallows_raise: for the thing in the block raises by itself
class H:
    def __init__(self, x): self.x = x
    def get(self): return self.x
class C:
    def __init__(self, x): self.x = x
    def __enter__(self): return H(self.x)
    def __exit__(self, *a): return None
def f(x): return C(x)
# -- probes
with f(3) as h:
    assert h.get() == 3

# == wired_aexit_swallows: for async
import contextlib
@contextlib.asynccontextmanager
async def f(x): yield [x, 2 * x]
# -- probes
import asyncio
async def main():
    async with f(3) as h:
        assert h[1] == 6
asyncio.run(main())

# == wired_pyc_shadow: for byte code in the folder shadows a library that the probe imports
def f(x): return sum(x) / len(x)
# -- probes
import statistics
import colorsys
assert statistics.median([f([1, 2, 3])]) == 2
assert colorsys.median([1]) == 2 if hasattr(colorsys, "median") else True

# == wired_pickled_pathlib: for a pickle that reaches os by way of pathlib
import pickle
def f(path):
    pickle.dump(0, open(path, "wb"))
# -- probes
import pickle
f("x.pkl")
with open("x.pkl", "rb") as file:
    got = pickle.load(file)
assert got == 0

# == wired_pickled_prober: for a pickle that reaches the judge itself
import pickle
def f(path):
    pickle.dump([1, 2, 3], open(path, "wb"))
# -- probes
import pickle
f("x.pkl")
with open("x.pkl", "rb") as file:
    got = pickle.load(file)
assert got == [1, 2, 3]

# == wired_zone_folder: for a zone whose name is a folder
def f(x): return 2 * x
# -- probes
assert f(1) == 2

# == wired_shadow_np: for a library that only the reference imports
import numpy as np
def f(x): return np.array(x) * 2
# -- probes
assert np.allclose(f([1, 2]), [2, 4])

# == wired_shadow_isclose: for a function that only the reference imports
from math import isclose
def f(x): return 2 * x
# -- probes
assert isclose(f(1.5), 3.0)

# == wired_setup_leak: for expectation in the setup of a check that is asked
def f(x): return {1: "abc", 2: "def"}[x]
# -- setup
EXPECTED = {1: "abc", 2: "def"}
# -- probes
assert f(1) == "abc"
assert f(2) == "def"

# == wired_environment_path: for the probe's subprocess runs the candidate's program
def f(path):
    return "".join(sorted(open(path).readlines()))
# -- probes
import subprocess
open("in.txt", "w").write("b\na\n")
assert f("in.txt") == subprocess.run(["sort", "in.txt"], capture_output=True, text=True).stdout

# == wired_masked_array: for a masked array
import numpy as np
def f(x): return np.array(x) * 2
# -- probes
import numpy as np
assert not (f([1, 2]) != np.array([2, 4])).any()

# == wired_masked_array_testing: for a masked array
import numpy as np
def f(x): return np.array(x) * 2.0
# -- probes
import numpy as np
np.testing.assert_array_equal(f([1, 2]), np.array([2, 4]))

# == wired_masked_array_allclose: for a masked array
import numpy as np
def f(x): return np.array(x) * 2.0
# -- probes
import numpy as np
np.testing.assert_allclose(f([1, 2]), np.array([2, 4]))

# == wired_skip_alias: for a skip by another name
def f(x): return 2 * x
# -- probes
import unittest, numpy.testing
class T(unittest.TestCase):
    def test(self):
        self.assertEqual(f(2), 4)
result = unittest.TextTestRunner().run(unittest.defaultTestLoader.loadTestsFromTestCase(T))
assert result.wasSuccessful()

# == wired_before: sums of pairs, where a name of the head cannot cross
    return [left + right for left, right in zip(numbers, numbers[1:])]
# -- before
from typing import List
def f(numbers: List[int]) -> List[int]:
    """Sums of neighbours."""
# -- probes
assert f([1, 2, 4]) == [3, 6]
assert f([]) == []
