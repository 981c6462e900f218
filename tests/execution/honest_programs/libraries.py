# Answers and arguments of libraries.

# == numpy_array_equal: arrays compared by numpy
# needs: numpy
# libraries: numpy
import numpy as np
def f(n):
    return np.arange(n) * 2
# -- probes
import numpy as np
assert np.array_equal(f(3), np.array([0, 2, 4]))
assert (f(3) == [0, 2, 4]).all() and f(3).shape == (3,) and f(3).sum() == 6
# --
np.testing.assert_array_equal(f(2), [0, 2])
assert np.allclose(f(3), [0, 2, 4.0000000001])

# == numpy_for_list: an array where a list is expected, in a loop
# needs: numpy
# libraries: numpy
import numpy as np
def f(n):
    return np.arange(n)
# -- reference
def f(n):
    return list(range(n))
# -- probes
assert list(f(3)) == [0, 1, 2]
assert f(3)[-1] == 2 and len(f(3)) == 3 and 2 in f(3)

# == numpy_scalars: scalars of numpy where numbers are expected
# needs: numpy
# libraries: numpy
import numpy as np
def f(kind):
    return {"float": np.float64(0.5), "int": np.int32(3), "bool": np.bool_(True), "text": np.str_("a")}[kind]
# -- reference
def f(kind):
    return {"float": 0.5, "int": 3, "bool": True, "text": "a"}[kind]
# -- probes
assert f("float") == 0.5 and f("int") == 3 and f("bool") == True and f("text") == "a"
assert f("int") + 1 == 4 and not (f("float") > 1)

# == numpy_scalar_is_plain_too: a plain number where the reference has one of numpy
# needs: numpy
# libraries: numpy
def f(values):
    return sum(values) / len(values)
# -- reference
import numpy as np
def f(values):
    return np.mean(values)
# -- probes
assert f([1, 2]) == 1.5
import numpy as np
assert np.isclose(f([1, 2, 4]), 7 / 3)

# == numpy_in_place: an array of the probe that is changed
# needs: numpy
# libraries: numpy
def f(array):
    array[array < 0] = 0
    array *= 2
# -- probes
import numpy as np
array = np.array([-1.0, 2.0])
f(array)
assert array.tolist() == [0.0, 4.0]
# --
matrix = np.zeros((2, 2))
f(matrix[0])
assert matrix.sum() == 0

# == numpy_kinds: kinds and shapes are kept
# needs: numpy
# libraries: numpy
import numpy as np
def f(kind):
    return np.ones((2, 3), dtype=kind)
# -- probes
import numpy as np
for kind in ("int8", "float32", "complex128", "bool", "U3"):
    answer = f(kind)
    assert answer.dtype == np.dtype(kind) and answer.shape == (2, 3) and answer.ndim == 2
assert f("int8").T.shape == (3, 2) and f("float32").reshape(-1).size == 6

# == numpy_structured: structured arrays, dates, masked and object arrays
# needs: numpy
# libraries: numpy
import numpy as np
def f(kind):
    return {
        "structured": np.array([(1, "a")], dtype=[("n", "i4"), ("name", "U1")]),
        "dates": np.array(["2020-01-01"], dtype="datetime64[D]"),
        "masked": np.ma.array([1, 2], mask=[False, True]),
        "objects": np.array([None, [1]], dtype=object),
    }[kind]
# -- probes
import numpy as np
assert f("structured")["name"][0] == "a" and f("structured")[0]["n"] == 1
assert f("dates")[0] == np.datetime64("2020-01-01")
assert f("masked").sum() == 1 and f("objects")[1] == [1]

# == numpy_nan: arrays with not-a-number
# needs: numpy
# libraries: numpy
import numpy as np
def f():
    return np.array([1.0, np.nan])
# -- probes
import numpy as np
assert np.isnan(f()[1]) and np.array_equal(f(), np.array([1.0, np.nan]), equal_nan=True)
assert np.nansum(f()) == 1

# == numpy_random_seeded: the generator of numpy is seeded by the probe
# needs: numpy
# libraries: numpy
import numpy as np
def f(n):
    return np.random.randint(0, 100, n)
# -- probes
import numpy as np
np.random.seed(3)
one = f(5)
np.random.seed(3)
assert np.array_equal(one, np.random.randint(0, 100, 5))

# == numpy_file: an array in a file
# needs: numpy
# libraries: numpy
import numpy as np
def f(path):
    np.savetxt(path, [[1, 2], [3, 4]], fmt="%d")
# -- probes
import numpy as np
f("a.txt")
assert np.loadtxt("a.txt").tolist() == [[1, 2], [3, 4]]

# == numpy_large: an array of 10 MB
# needs: numpy
# libraries: numpy
import numpy as np
def f(n):
    return np.arange(n, dtype="float64")
# -- probes
import numpy as np
assert np.array_equal(f(1_250_000), np.arange(1_250_000))

# == numpy_random_generator: a generator of random numbers as answer
# needs: numpy
# libraries: numpy
import numpy as np
def f(seed):
    return np.random.default_rng(seed)
# -- probes
import numpy as np
assert f(1).integers(100) == np.random.default_rng(1).integers(100)

# == pandas_frame: frames compared in all ways
# needs: pandas
# libraries: pandas
import pandas as pd
def f(frame):
    return frame[frame["a"] > 1].reset_index(drop=True)
# -- probes
import pandas as pd
frame = pd.DataFrame({"a": [1, 2, 3], "b": list("xyz")})
expected = pd.DataFrame({"a": [2, 3], "b": ["y", "z"]})
assert f(frame).equals(expected)
pd.testing.assert_frame_equal(f(frame), expected)
assert f(frame).to_dict("list") == {"a": [2, 3], "b": ["y", "z"]}
assert f(frame).shape == (2, 2) and list(f(frame).columns) == ["a", "b"] and f(frame)["a"].sum() == 5
assert f(frame).loc[0, "b"] == "y" and len(f(frame)) == 2 and (f(frame) == expected).all().all()

# == pandas_series: series compared in all ways
# needs: pandas
# libraries: pandas
import pandas as pd
def f(values):
    return pd.Series(values, index=list("abc"), name="n") * 2
# -- probes
import pandas as pd
expected = pd.Series([2, 4, 6], index=list("abc"), name="n")
assert f([1, 2, 3]).equals(expected) and f([1, 2, 3]).tolist() == [2, 4, 6]
assert f([1, 2, 3])["b"] == 4 and f([1, 2, 3]).name == "n" and (f([1, 2, 3]) == expected).all()
pd.testing.assert_series_equal(f([1, 2, 3]), expected)

# == pandas_series_for_list: a Series where a list is expected
# needs: pandas
# libraries: pandas
import pandas as pd
def f(n):
    return pd.Series(range(n))
# -- reference
def f(n):
    return list(range(n))
# -- probes
assert list(f(3)) == [0, 1, 2]
assert len(f(3)) == 3 and sum(f(3)) == 3

# == pandas_in_place: a frame of the probe that is changed
# needs: pandas
# libraries: pandas
def f(frame):
    frame["c"] = frame["a"] * 2
    frame.drop(columns="b", inplace=True)
# -- probes
import pandas as pd
frame = pd.DataFrame({"a": [1, 2], "b": [0, 0]})
f(frame)
assert list(frame.columns) == ["a", "c"] and frame["c"].tolist() == [2, 4]

# == pandas_times: times, zones, periods, categories, gaps
# needs: pandas
# libraries: pandas
import pandas as pd
def f(kind):
    return {
        "stamp": pd.Timestamp("2020-01-02", tz="UTC"),
        "delta": pd.Timedelta(days=1),
        "index": pd.date_range("2020-01-01", periods=2),
        "category": pd.Series(["a", "b"], dtype="category"),
        "gap": pd.Series([1, None], dtype="Int64"),
        "period": pd.Period("2020-01"),
    }[kind]
# -- probes
import pandas as pd
assert f("stamp") == pd.Timestamp("2020-01-02", tz="UTC") and f("stamp").year == 2020
assert f("delta") == pd.Timedelta(days=1) and f("index")[1] == pd.Timestamp("2020-01-02")
assert list(f("category").cat.categories) == ["a", "b"] and f("gap").isna().tolist() == [False, True]
assert f("period").month == 1

# == pandas_multi_index: several levels of index
# needs: pandas
# libraries: pandas
import pandas as pd
def f(frame):
    return frame.groupby(["a", "b"]).sum()
# -- probes
import pandas as pd
answer = f(pd.DataFrame({"a": [1, 1, 2], "b": [1, 1, 1], "n": [1, 2, 3]}))
assert answer.loc[(1, 1), "n"] == 3 and answer.index.names == ["a", "b"]
assert answer.to_dict() == {"n": {(1, 1): 3, (2, 1): 3}}

# == pandas_group_object: an object of pandas that is asked further
# needs: pandas
# libraries: pandas
def f(frame):
    return frame.groupby("a")
# -- probes
import pandas as pd
frame = pd.DataFrame({"a": [1, 1, 2], "n": [1, 2, 3]})
assert f(frame)["n"].sum().tolist() == [3, 3] and f(frame).ngroups == 2
assert [key for key, _ in f(frame)] == [1, 2]

# == pandas_file: a table in a file
# needs: pandas
# libraries: pandas
import pandas as pd
def f(path):
    pd.DataFrame({"a": [1]}).to_csv(path, index=False)
# -- probes
import pandas as pd
f("a.csv")
assert pd.read_csv("a.csv").equals(pd.DataFrame({"a": [1]})) and open("a.csv").read() == "a\n1\n"

# == pandas_apply_of_probe: a function of the probe, applied by pandas
# needs: pandas
# libraries: pandas
def f(frame, function):
    return frame["a"].apply(function)
# -- probes
import pandas as pd
assert f(pd.DataFrame({"a": [1, 2]}), lambda x: x * 10).tolist() == [10, 20]

# == scipy_sparse: sparse matrices
# needs: scipy
# libraries: scipy
from scipy import sparse
def f(n):
    return sparse.csr_matrix([[0, n], [0, 0]])
# -- probes
import numpy as np
assert f(2).toarray().tolist() == [[0, 2], [0, 0]] and f(2).nnz == 1 and f(2).shape == (2, 2)
assert (f(2) + f(3))[0, 1] == 5

# == scipy_result: a result object of scipy
# needs: scipy
# libraries: scipy
from scipy import optimize
def f(start):
    return optimize.minimize(lambda x: (x[0] - 3) ** 2, [start])
# -- probes
import numpy as np
assert f(0).success and abs(f(0).x[0] - 3) < 1e-3

# == lxml_element: elements of lxml
# needs: lxml
# libraries: lxml
from lxml import etree
def f(text):
    return etree.fromstring(text)
# -- probes
from lxml import etree
assert f("<a x='1'><b>t</b></a>").tag == "a" and f("<a x='1'/>").get("x") == "1"
assert f("<a><b>t</b></a>").find("b").text == "t" and etree.tostring(f("<a/>")) == b"<a/>"
assert len(f("<a><b/><b/></a>")) == 2

# == xml_element: elements of the standard library
import xml.etree.ElementTree as tree
def f(text):
    return tree.fromstring(text)
# -- probes
import xml.etree.ElementTree as tree
assert f("<a><b n='1'/></a>").find("b").attrib == {"n": "1"}
assert tree.tostring(f("<a>t</a>")) == b"<a>t</a>" and [child.tag for child in f("<a><b/><c/></a>")] == ["b", "c"]

# == pillow_image: images
# needs: PIL
# libraries: PIL
from PIL import Image
def f(width, height):
    return Image.new("RGB", (width, height), (255, 0, 0))
# -- probes
from PIL import Image
assert f(2, 3).size == (2, 3) and f(2, 3).getpixel((0, 0)) == (255, 0, 0) and f(1, 1).mode == "RGB"
assert f(4, 2).resize((2, 1)).size == (2, 1)

# == plot_axes: a plot whose parts are asked for
# needs: matplotlib
# libraries: matplotlib
import matplotlib
matplotlib.use("Agg")
from matplotlib import pyplot as plt
def f(values):
    figure, axes = plt.subplots()
    axes.plot(values)
    axes.set_title("values")
    return axes
# -- probes
axes = f([1, 2, 3])
assert axes.get_title() == "values" and len(axes.lines) == 1
assert list(axes.lines[0].get_ydata()) == [1, 2, 3]

# == yaml_text: YAML in both directions
# needs: yaml
# libraries: yaml
import yaml
def f(data):
    return yaml.safe_dump(data)
# -- probes
import yaml
assert yaml.safe_load(f({"a": [1, None]})) == {"a": [1, None]}

# == dates_of_dateutil: relative dates
# needs: dateutil
# libraries: dateutil
import datetime
from dateutil.relativedelta import relativedelta
def f(day, months):
    return day + relativedelta(months=months)
# -- probes
import datetime
assert f(datetime.date(2020, 1, 31), 1) == datetime.date(2020, 2, 29)

# == library_imported_late: the import stands in the function
# needs: numpy
# libraries: numpy
def f(values):
    import numpy
    return numpy.median(values)
# -- probes
assert f([3, 1, 2]) == 2

# == sympy_names: sympy.var binds names, and formulas are compared
# needs: sympy
# libraries: sympy
import sympy
def f(x):
    return sympy.expand((x + 1) ** 2)
# -- probes
import sympy
sympy.var("x")
assert f(x) == x ** 2 + 2 * x + 1

# == torch_tensors: tensors of torch
# needs: torch
# libraries: torch
import torch
def f(n):
    return torch.arange(n) * 2
# -- probes
import torch
assert torch.equal(f(3), torch.tensor([0, 2, 4])) and f(3).tolist() == [0, 2, 4]
