# why: leaves extended attributes, access lists and flags on its folders
# checks: literal
# expect: failed
# kind: isolation
import contextlib
import fcntl
import os
import struct

NOBODY = struct.pack("<I", 2) + b"".join(struct.pack("<HHI", who, 0, 0xFFFFFFFF) for who in (1, 4, 32))
for place in ("/box", "/box/work", "/box/tmp", "/box/shm"):
    with contextlib.suppress(OSError):
        os.setxattr(place, "user.left", b"something for the next")
    with contextlib.suppress(OSError):
        os.setxattr(place, "system.posix_acl_default", NOBODY)
    with contextlib.suppress(OSError):
        folder = os.open(place, os.O_RDONLY)
        fcntl.ioctl(folder, 0x40086602, struct.pack("l", 0x40 | 0x80))


def double(x):
    return 3
