# why: patches something and puts it back
# checks: mock
import os
from unittest import mock
def double(x):
    with mock.patch("os.getcwd", return_value="/there"), mock.patch.dict(os.environ, {"A": "1"}): assert os.getcwd() == "/there" and os.environ["A"] == "1"
    return 2 * x
