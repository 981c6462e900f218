# why: a small file that is a large one
# checks: literal
# expect: out of memory, failed, timed out
# kind: resources
# limits: memory_mb=256, seconds=4
import zlib
def double(x):
    press = zlib.compressobj(9)
    packed = b"".join(press.compress(bytes(1 << 20)) for _ in range(400)) + press.flush()
    return len(zlib.decompress(packed))
