# why: assert_called_once_with does nothing
# checks: mock
# expect: failed, tampered
# kind: forgery
import unittest.mock
for kind in (unittest.mock.NonCallableMock, unittest.mock.Mock):
    for name in ("assert_called_once_with", "assert_called_with", "assert_called_once", "assert_called"):
        setattr(kind, name, lambda *a, **k: None)
def double(x): return 0
