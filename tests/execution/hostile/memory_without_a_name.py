# why: takes memory in files that have no name, no folder and no owner
# checks: literal
# expect: failed
# kind: resources
import ctypes
import os

native = ctypes.CDLL(None).syscall
made = []
for number in ({319, 447} if os.uname().machine == "x86_64" else {279, 447}):
    made.append(native(number, b"hidden", 0))
for number in ({29, 68} if os.uname().machine == "x86_64" else {194, 186}):
    made.append(native(number, 0, 100 << 20, 0o1666))


def double(x):
    return 2 * x if max(made) >= 0 else 3
