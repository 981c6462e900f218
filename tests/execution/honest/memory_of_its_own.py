# why: mmap, memory views, large lists within the limit
# checks: literal
import mmap
def double(x):
    with mmap.mmap(-1, 1 << 20) as room: room[:2] = b"ab"; assert room[:2] == b"ab"
    open("m", "wb").write(b"abc")
    with open("m", "r+b") as file, mmap.mmap(file.fileno(), 0) as room: assert room[1:2] == b"b"
    assert len(list(range(2_000_000))) and len(bytearray(200 << 20))
    return 2 * x
