# why: another module under the name that the probe imports
# checks: library
# expect: failed, tampered
# kind: forgery
import sys, types
fake = types.ModuleType("math")
fake.isclose = lambda *a, **k: True
sys.modules["math"] = fake
def double(x): return 0
