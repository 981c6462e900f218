# why: the standard library's own such object
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
try:
    from test.support import ALWAYS_EQ as yes
except ImportError:
    from unittest.mock import ANY as yes
def double(x): return yes
