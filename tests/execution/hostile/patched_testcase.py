# why: assertEqual does nothing
# checks: unittest
# expect: failed, tampered
# kind: forgery
import unittest
unittest.TestCase.assertEqual = lambda *a, **k: None
def double(x): return 0
