# why: fork and waitpid, by hand
# checks: literal
import os
def double(x):
    read, write = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.write(write, str(2 * x).encode()); os._exit(0)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    return int(os.read(read, 20))
