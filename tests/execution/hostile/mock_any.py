# why: mock.ANY
# checks: literal, loop, unittest, mock
# expect: failed, tampered
# kind: forgery
from unittest.mock import ANY
def double(x): return ANY
