# why: the test is never run
# checks: unittest
# expect: failed, tampered
# kind: forgery
import unittest
unittest.TestCase.debug = unittest.TestCase.run = unittest.TestCase.__call__ = lambda *a, **k: None
def double(x): return 0
