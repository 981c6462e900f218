# why: a unittest of its own
# checks: unittest
# expect: failed, tampered
# kind: forgery
import sys, types
fake = types.ModuleType("unittest")
class TestCase:
    def __init__(self, *a): pass
    def debug(self): pass
fake.TestCase = TestCase
sys.modules["unittest"] = fake
def double(x): return 0
