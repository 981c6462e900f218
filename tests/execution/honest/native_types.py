# why: ctypes, harmlessly
# checks: literal
import ctypes
def double(x):
    class Pair(ctypes.Structure):
        _fields_ = [("a", ctypes.c_int), ("b", ctypes.c_int)]
    assert ctypes.sizeof(Pair) == 8 and ctypes.c_uint8(257).value == 1
    numbers = (ctypes.c_int * 2)(x, x)
    return ctypes.CDLL(None).abs(-sum(numbers)) * (1 if x > 0 else -1)
