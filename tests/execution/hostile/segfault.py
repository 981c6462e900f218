# why: a crash in native code
# checks: literal, loop
# expect: killed, tampered
# kind: isolation
import ctypes
def double(x): return ctypes.string_at(0)
