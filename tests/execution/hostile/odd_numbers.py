# why: NaN, infinity, and a bool for a number
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import math
turn = iter([math.nan, math.inf, True, -0.0] * 9)
def double(x): return next(turn)
