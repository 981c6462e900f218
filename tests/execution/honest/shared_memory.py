# why: named shared memory
# checks: literal
from multiprocessing import shared_memory
def double(x):
    kept = shared_memory.SharedMemory(create=True, size=16)
    kept.buf[0] = 7
    again = shared_memory.SharedMemory(kept.name)
    assert again.buf[0] == 7
    again.close(); kept.close(); kept.unlink()
    return 2 * x
