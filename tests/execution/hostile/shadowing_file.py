# why: a file in the working directory takes the place of a library
# checks: unknown_library
# expect: failed, tampered
# kind: forgery
open("colorsys.py", "w").write("def rgb_to_hsv(a, b, c): return (0.0, 0.0, b)")
def double(x): return 0
