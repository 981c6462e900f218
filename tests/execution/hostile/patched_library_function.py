# why: the library itself is patched
# checks: unknown_library
# expect: failed, tampered
# kind: forgery
import colorsys
colorsys.rgb_to_hsv = lambda a, b, c: (0.0, 0.0, b)
def double(x): return 0
