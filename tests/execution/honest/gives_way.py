# why: it lowers its own priority, keeps to one core, and shares memory with its children
# checks: literal
import mmap
import os


def double(x):
    os.nice(1)
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    os.setpriority(os.PRIO_PROCESS, 0, os.getpriority(os.PRIO_PROCESS, 0) + 1)
    shared = mmap.mmap(-1, 8 << 20)
    children = []
    for number in range(4):
        child = os.fork()
        if child == 0:
            shared[number] = x % 100
            os._exit(0)
        children.append(child)
    for child in children:
        os.waitpid(child, 0)
    assert list(shared[:4]) == [x % 100] * 4
    return 2 * x
