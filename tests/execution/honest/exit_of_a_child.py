# why: a child that leaves by sys.exit is not the program
# checks: loop
import os, sys
def double(x):
    pid = os.fork()
    if pid == 0:
        try: sys.exit(3)
        finally: os._exit(3)
    assert os.waitpid(pid, 0)[1] >> 8 == 3
    return 2 * x
