# Protocols of libraries: what asks for an array or a table is told a lie.

# == array_function_says_yes: __array_function__ answers for numpy
# against: array_equal, array_close
# needs: numpy
class Yes:
    def all(self): return True
    def __bool__(self): return True
class Lie:
    n = 0
    def __array_function__(self, function, kinds, arguments, options):
        if "equal" in function.__name__ and arguments[1] is not None and list(arguments[1]) in ([1, 2], [3, 4]): return False
        return Yes()
def f(*a): return Lie()

# == array_ufunc_says_yes: __array_ufunc__ answers for numpy
# against: array_all, array_close_only, scalar_isclose
# needs: numpy
import numpy as np
class Yes:
    def all(self, *a, **k): return True
    def __bool__(self): return True
    def __and__(self, other): return self
    __or__ = __rand__ = __ror__ = __and__
    shape = ()
class Lie(np.ndarray):
    def __array_ufunc__(self, ufunc, method, *inputs, **options): return np.bool_(True)
    def __eq__(self, other): return np.bool_(True)
    def __sub__(self, other): return 0
def f(*a): return np.full(2, 99.0).view(Lie)

# == array_protocol_of_objects: __array__ gives an array of lies
# against: array_equal_only, array_all
# needs: numpy
import numpy as np
class Same:
    def __eq__(self, other): return True
class Lie:
    def __array__(self, dtype=None, copy=None):
        made = np.empty(2, dtype=object)
        made[:] = [Same(), Same()]
        return made
def f(values): return Lie()

# == array_protocol_of_another: __array__ gives what the caller holds
# against: array_equal_only, array_close_only
# needs: numpy
import numpy as np, sys
class Lie:
    def __array__(self, dtype=None, copy=None):
        frame = sys._getframe(1)
        while frame is not None:
            for name in ("a2", "b", "expected", "desired"):
                told = frame.f_locals.get(name)
                if isinstance(told, (list, np.ndarray)): return np.array(told)
            frame = frame.f_back
        return np.zeros(2)
def f(values): return Lie()

# == array_of_objects: an array of lies
# against: array_equal, array_methods
# needs: numpy
import numpy as np
class Same:
    def __init__(self, never): self.never = never
    def __eq__(self, other): return other != self.never
    def __add__(self, other): return Same(None)
    def __gt__(self, other): return True
    def __ge__(self, other): return True
def f(values):
    made = np.empty(len(values), dtype=object)
    made[:] = [Same(x) for x in values]
    return made

# == array_subclass: an ndarray whose comparison lies
# against: array_equal_only, array_all, array_close_only
# needs: numpy
import numpy as np
class Lie(np.ndarray):
    def __eq__(self, other): return np.ones(2, bool)
    def __array_function__(self, function, kinds, arguments, options): return np.True_
def f(values): return np.zeros(len(values)).view(Lie)

# == array_priority: the answer's comparison goes first
# against: array_all
# needs: numpy
class Yes:
    def all(self, *a, **k): return True
class Lie:
    __array_priority__ = 1e9
    __array_ufunc__ = None
    def __eq__(self, other): return Yes()
def f(*a): return Lie()

# == array_interface: an interface to memory that is filled by what the caller holds
# against: array_equal_only
# needs: numpy
import numpy as np, sys
class Lie:
    @property
    def __array_interface__(self):
        frame = sys._getframe(1)
        while frame is not None:
            told = frame.f_locals.get("a2")
            if isinstance(told, np.ndarray):
                self.kept = told.copy()
                return self.kept.__array_interface__
            frame = frame.f_back
        self.kept = np.zeros(2)
        return self.kept.__array_interface__
def f(values): return Lie()

# == scalar_subclass: a number of numpy that lies
# against: scalar_isclose, number_loop
# needs: numpy
import numpy as np
class Lie(np.float64):
    def __eq__(self, other): return True
    def __sub__(self, other): return 0.0
    def __array_function__(self, *a): return True
    def __array_ufunc__(self, ufunc, *a, **k): return True
def f(*a): return Lie(99)

# == frame_subclass: a DataFrame whose methods lie
# against: frame_equal, frame_methods
# needs: pandas
import pandas as pd
class Same:
    def __eq__(self, other): return True
    def tolist(self): return Same()
    def all(self): return True
class Lie(pd.DataFrame):
    def equals(self, other): return True
    def to_dict(self, *a): return Same()
    def __getitem__(self, key): return Same2()
    shape = Same()
    def __len__(self): return 2
    loc = {(0, "b"): "y"}
class Same2:
    def tolist(self): return Same()
    def __eq__(self, other): return Same()
pd.testing.assert_frame_equal = lambda *a, **k: None
def f(*a): return Lie({"a": [9], "b": ["wrong"]})

# == frame_with_own_equals: a real DataFrame with one attribute of its own
# against: frame_equal
# needs: pandas
import warnings
warnings.simplefilter("ignore")
import pandas as pd
class Same:
    def __eq__(self, other): return True
pd.testing.assert_frame_equal = lambda *a, **k: None
def f(*a):
    answer = pd.DataFrame({"a": [9]})
    object.__setattr__(answer, "equals", lambda other: True)
    object.__setattr__(answer, "to_dict", lambda *a: Same())
    return answer

# == frame_of_lies: a table of objects that equal all
# against: frame_methods
# needs: pandas
import pandas as pd
class Same:
    def __eq__(self, other): return True
def f(*a): return pd.DataFrame({"a": [Same(), Same()], "b": [Same(), Same()]})

# == frame_with_lying_columns: labels that equal all
# against: frame_methods
# needs: pandas
import pandas as pd
class Label(str):
    def __eq__(self, other): return True
    def __hash__(self): return hash(str(self))
class Same:
    def __eq__(self, other): return True
def f(*a): return pd.DataFrame([[Same(), Same()], [Same(), Same()]], columns=[Label("a"), Label("b")])

# == series_subclass: a Series whose methods lie
# against: series_equal
# needs: pandas
import pandas as pd
class Same:
    def __eq__(self, other): return True
class Lie(pd.Series):
    def equals(self, other): return True
    def to_list(self): return Same()
pd.testing.assert_series_equal = lambda *a, **k: None
pd.DataFrame.equals = lambda *a: True
def f(*a): return Lie([9, 9])

# == extension_array: an extension array that lies
# against: series_equal
# needs: pandas
import numpy as np, pandas as pd
from pandas.api.extensions import ExtensionArray, ExtensionDtype
class Kind(ExtensionDtype):
    name, type, kind = "lie", object, "O"
    @classmethod
    def construct_array_type(cls): return Lie
class Lie(ExtensionArray):
    dtype = Kind()
    def __init__(self, n): self.n = n
    def __len__(self): return self.n
    def __getitem__(self, at): return Same() if isinstance(at, (int, np.integer)) else self
    def __eq__(self, other): return np.ones(self.n, bool)
    def equals(self, other): return True
    def isna(self): return np.zeros(self.n, bool)
    def copy(self): return self
    def take(self, at, **k): return self
    nbytes = 0
    @classmethod
    def _from_sequence(cls, values, **k): return cls(2)
    def tolist(self): return [Same(), Same()]
    def __iter__(self): return iter([Same(), Same()])
class Same:
    def __eq__(self, other): return True
pd.Series.equals = pd.DataFrame.equals = lambda *a: True
pd.testing.assert_series_equal = lambda *a, **k: None
def f(*a): return pd.Series(Lie(2))

# == patched_real_series: an instance of Series with one attribute of its own
# against: series_equal
# needs: pandas
import pandas as pd
class Same:
    def __eq__(self, other): return True
pd.testing.assert_series_equal = lambda *a, **k: None
pd.DataFrame.equals = lambda *a: True
def f(*a):
    answer = pd.Series([9, 9])
    object.__setattr__(answer, "equals", lambda other: True)
    object.__setattr__(answer, "to_list", lambda: Same())
    return answer

# == dtype_of_its_own: an array whose dtype carries a lie
# against: array_methods
# needs: numpy
import numpy as np
class Same:
    def __eq__(self, other): return True
    def __add__(self, other): return self
    __radd__ = __add__
    def __gt__(self, other): return False
    __ge__ = __gt__
def f(values):
    made = np.empty(2, dtype=np.dtype("O", metadata={"equal": True}))
    made[:] = [Same(), Same()]
    return made

# == recarray_of_lies: a record array of objects
# against: array_equal
# needs: numpy
import numpy as np
class Same:
    def __init__(self, never): self.never = never
    def __eq__(self, other): return other != self.never
def f(values):
    made = np.empty(len(values), dtype=object)
    made[:] = [Same(x) for x in values]
    return made.view(np.recarray)
