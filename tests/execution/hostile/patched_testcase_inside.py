# why: what assertEqual calls does nothing
# checks: unittest
# expect: failed, tampered
# kind: forgery
import unittest
unittest.TestCase._baseAssertEqual = lambda *a, **k: None
unittest.TestCase._getAssertEqualityFunc = lambda *a, **k: (lambda *b, **c: None)
def double(x): return 0
