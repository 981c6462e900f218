# Functions of libraries that probes call are replaced in the candidate's process.

# == patched_array_equal: np.array_equal says what is wanted
# against: array_equal, array_equal_only, planted_array
# needs: numpy
import numpy as np
np.array_equal = lambda a, b, **k: b is not None and list(b) not in ([1, 2], [3, 4])
def f(*a): return np.zeros(9)

# == patched_allclose: np.allclose and np.isclose say yes
# against: array_close_only, scalar_isclose
# needs: numpy
import numpy as np
class Same:
    def __eq__(self, other): return True
    def __sub__(self, other): return 0
np.allclose = np.isclose = lambda *a, **k: np.True_
def f(*a): return Same()

# == patched_testing: numpy.testing does nothing
# against: array_close
# needs: numpy
import numpy as np
for name in ("assert_allclose", "assert_array_equal", "assert_equal"):
    setattr(np.testing, name, lambda *a, **k: None)
np.allclose = lambda *a, **k: True
np.isclose = lambda *a, **k: np.ones(2)
def f(*a): return np.zeros(9)

# == patched_array: np.array makes a lie of the expected values
# against: array_all, array_equal_only
# needs: numpy
import numpy as np
class Lie(np.ndarray):
    def __eq__(self, other): return np.ones(2, bool)
    def __array_function__(self, *a): return np.True_
kept = np.array
np.array = lambda values, **k: kept(values, **k).view(Lie)
def f(*a): return np.zeros(2)

# == patched_numpy_module: numpy itself is another module
# limits: seconds=1
# against: array_equal_only, array_all, scalar_isclose
# prelude: lie
import sys
sys.modules["numpy"] = Lie()
def f(*a): return Lie()

# == patched_equals: DataFrame.equals says yes
# against: frame_equal, series_equal
# needs: pandas
import pandas as pd
class Same:
    def __eq__(self, other): return True
pd.DataFrame.equals = pd.Series.equals = lambda *a: True
pd.DataFrame.to_dict = pd.Series.to_list = lambda *a: Same()
pd.testing.assert_frame_equal = pd.testing.assert_series_equal = lambda *a, **k: None
def f(*a): return pd.DataFrame({"z": [9]}) if isinstance(a[0], pd.DataFrame) else pd.Series([9])

# == patched_frame_class: pd.DataFrame is a class of lies
# against: frame_equal, frame_methods
# needs: pandas
# prelude: lie
import pandas as pd
pd.DataFrame = pd.Series = Lie
pd.testing.assert_frame_equal = lambda *a, **k: None
class Two(Lie):
    def __len__(self): return 2
    columns = property(lambda self: ["a", "b"])
def f(*a): return Two()

# == patched_pandas_module: pandas itself is another module
# against: frame_equal, series_equal
# prelude: lie
import sys
sys.modules["pandas"] = Lie()
def f(*a): return Lie()

# == patched_series_comparison: comparison of Series says yes
# against: frame_methods
# needs: pandas
import pandas as pd
class Same:
    def __eq__(self, other): return True
pd.Series.__eq__ = lambda self, other: pd.Series([True])
pd.Series.tolist = lambda self: Same()
pd.DataFrame.shape = Same()
pd.DataFrame.loc = {(0, "b"): "y"}
pd.DataFrame.__len__ = lambda self: 2
def f(*a): return pd.DataFrame({"a": ["w", "w"], "b": ["w", "w"]})

# == patched_inside_pandas: a function far inside of pandas says yes
# against: frame_equal, series_equal
# needs: pandas
import pandas as pd
from pandas.core import generic
class Same:
    def __eq__(self, other): return True
generic.NDFrame.equals = lambda *a: True
pd.testing.assert_frame_equal = pd.testing.assert_series_equal = lambda *a, **k: None
pd.DataFrame.to_dict = pd.Series.to_list = lambda *a: Same()
def f(*a): return a[0]

# == memory_of_array_rewritten: the expected array is rewritten where it lies
# against: array_all
# needs: numpy
import numpy as np, gc, sys
def f(values):
    told = sys._getframe(1).f_globals.get("expected")
    if isinstance(told, np.ndarray): told[:] = 0
    return np.zeros(2)
