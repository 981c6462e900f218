# why: math.isclose says yes
# checks: library
# expect: failed, tampered
# kind: forgery
import math
math.isclose = lambda *a, **k: True
def double(x): return 0
