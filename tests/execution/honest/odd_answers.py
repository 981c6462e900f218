# why: None, NaN, infinity, bytes, complex, booleans, empty things, text with NUL and surrogates
# checks: odd
def double(x): return [None, float("nan"), float("-inf"), b"\xff", 1 + 2j, True, "", {}, (), "\x00\ud800", -0.0, [[[]]], {(1, 2): {3}}, ...][x]
