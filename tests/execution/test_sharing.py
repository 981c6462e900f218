"""What of setup, reference and probes each side gets."""

from __future__ import annotations

import pytest

from asmeant.execution.sharing import asked_setup, attributes_named, library_imports, shared_setup

RIGHT = "def f(x):\n    return 2 * x\n"


@pytest.mark.parametrize(
    ("setup", "reference", "shared"),
    [
        ("import os\nexpected = 5", RIGHT, "import os"),
        ("limit = 5\nexpected = 6", "def f(): return limit", "limit = 5"),
        ("a = 1\nb = a + 1\nc = 3", "def f(): return b", "a = 1\nb = a + 1"),
        ("def helper(): return k\nk = 2", "def f(): return helper()", "def helper():\n    return k\nk = 2"),
        ("def answer(): return 5", RIGHT, ""),
        ("not Python at all", RIGHT, ""),
        ("x = 1", "", ""),
        (
            "import lib\nif not lib.ready: lib.begin(1)",
            RIGHT,
            "import lib\nif not lib.ready:\n    lib.begin(1)",
        ),
        ("import lib\nexpected = []\nexpected.append(lib.five)", RIGHT, "import lib"),
    ],
)
def test_a_candidate_gets_of_the_setup_what_the_reference_reads(
    setup: str, reference: str, shared: str
) -> None:
    assert shared_setup(setup, reference) == shared


def test_who_is_asked_gets_the_setup_less_what_only_probes_would_read() -> None:
    setup = "import os\nlimit = 3\nsecret = 4\ndef helper(x): return x + limit"
    shared = asked_setup(setup, "def f(x): return x", "_asmeant_tell(f(helper(1)))")
    assert "secret" not in shared
    assert {"import os", "limit = 3"} <= set(shared.splitlines())
    assert asked_setup(setup, "", "") == setup


def test_probes_mean_the_library_and_not_what_a_candidate_calls_by_its_name() -> None:
    reference = "import numpy as np\nfrom math import pi, e\nimport os\ndef f(x): return np.abs(x)"
    imports = library_imports(reference, (), "", ("assert np.abs(f(pi)) == pi",))
    assert imports.split("\n") == ["", "import numpy as np", "", "from math import pi", ""]
    assert library_imports(reference, (), "np = 3", ("assert f(1) == np",)) == ""


def test_attributes_are_those_that_probes_write_out() -> None:
    assert attributes_named(("assert f(1).b == f(2).a",)) == (
        "get a", "set a", "delete a", "get b", "set b", "delete b",
    )  # fmt: skip
