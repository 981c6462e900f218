# Tasks with libraries.

# == array_equal: twice an array, by numpy
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.array(values) * 2
# -- probes
import numpy as np
assert np.array_equal(f([1, 2]), np.array([2, 4]))
# --
for values in ([1, 2], [3, 4]):
    assert np.array_equal(f(values), [2 * x for x in values])
    assert not np.array_equal(f(values), values)

# == array_close: twice an array, nearly
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.array(values) * 2
# -- probes
import numpy as np
assert np.allclose(f([0.1, 0.2]), [0.2, 0.4]) and np.isclose(f([1.5]), 3).all()
np.testing.assert_allclose(f([1, 2]), [2, 4])
np.testing.assert_array_equal(f([1, 2]), [2, 4])

# == array_methods: twice an array, by its own methods
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.array(values) * 2
# -- probes
import numpy as np
assert (f([1, 2]) == np.array([2, 4])).all() and f([1, 2]).tolist() == [2, 4]
assert f([1, 2]).shape == (2,) and f([1, 2]).sum() == 6 and (f([1]) + 1)[0] == 3 and len(f([1, 2])) == 2
assert np.sum(f([1, 2])) == 6 and np.max(np.asarray(f([1, 2]))) == 4 and f([1, 2])[-1] == 4

# == scalar_close: a mean, nearly
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.mean(values)
# -- probes
import numpy as np
assert np.isclose(f([1, 2]), 1.5) and abs(f([1, 2, 4]) - 7 / 3) < 1e-9
assert f([2]) == 2 and not np.isnan(f([1])) and np.float64(f([1, 3])) == 2.0

# == frame_equal: rows with more than one, by pandas
# needs: pandas
# libraries: pandas
def f(frame):
    return frame[frame["a"] > 1].reset_index(drop=True)
# -- probes
import pandas as pd
frame = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
assert f(frame).equals(pd.DataFrame({"a": [2], "b": ["y"]}))
# --
pd.testing.assert_frame_equal(f(frame), pd.DataFrame({"a": [2], "b": ["y"]}))
assert f(frame).to_dict("records") == [{"a": 2, "b": "y"}]

# == frame_methods: rows with more than one, by their parts
# needs: pandas
# libraries: pandas
def f(frame):
    return frame[frame["a"] > 1].reset_index(drop=True)
# -- probes
import pandas as pd
answer = f(pd.DataFrame({"a": [1, 2, 3], "b": list("xyz")}))
assert answer["a"].tolist() == [2, 3] and answer.shape == (2, 2) and list(answer.columns) == ["a", "b"]
assert (answer["b"] == pd.Series(["y", "z"])).all() and answer.loc[0, "b"] == "y" and len(answer) == 2

# == series_equal: twice a series
# needs: pandas
# libraries: pandas
def f(series):
    return series * 2
# -- probes
import pandas as pd
series = pd.Series([1, 2], index=["p", "q"])
assert f(series).equals(pd.Series([2, 4], index=["p", "q"])) and f(series).to_list() == [2, 4]
pd.testing.assert_series_equal(f(series), pd.Series([2, 4], index=["p", "q"]))
assert pd.DataFrame.equals(pd.DataFrame(f(series)), pd.DataFrame(pd.Series([2, 4], index=["p", "q"])))

# == planted_array: numbers that only the probe knows
# needs: numpy
# libraries: numpy
def f():
    return "PLANTED-" + "a5a5a5a55a5a5a5a"
# -- probes
import numpy as np
expected = np.array(["PLANTED-a5a5a5a55a5a5a5a"])
assert np.array_equal(np.array([f()]), expected)

# == array_equal_only: twice an array, by one comparison
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.array(values) * 2
# -- probes
import numpy as np
assert np.array_equal(f([1, 2]), np.array([2, 4]))

# == array_all: twice an array, by its own comparison
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.array(values) * 2
# -- probes
import numpy as np
expected = np.array([2, 4])
assert (f([1, 2]) == expected).all() and np.all(expected == f([1, 2]))

# == array_close_only: twice an array, nearly, by one comparison
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.array(values) * 2
# -- probes
import numpy as np
for values, expected in [([1, 2], [2, 4]), ([3], [6])]:
    assert np.allclose(f(values), expected)

# == scalar_isclose: a mean, by one comparison
# needs: numpy
# libraries: numpy
import numpy as np
def f(values):
    return np.mean(values)
# -- probes
import numpy as np
assert np.isclose(f([1, 2]), 1.5)
assert abs(f([1, 2, 4]) - 7 / 3) < 1e-9 and f([2]) == 2
