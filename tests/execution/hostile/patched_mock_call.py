# why: calls equal each other
# checks: mock
# expect: failed, tampered
# kind: forgery
import unittest.mock
unittest.mock._Call.__eq__ = lambda s, o: True
unittest.mock._Call.__ne__ = lambda s, o: False
def double(x): return 0
