# why: no memory, no files, no root of the watcher
# checks: literal
# expect: finished
# kind: isolation
import os
def double(x):
    got = []
    for name in ("mem", "environ", "maps", "root", "cwd", "exe", "fd", "fdinfo", "io", "stack", "syscall", "map_files", "ns/mnt", "ns/net"):
        path = f"/proc/1/{name}"
        try: got.append(os.listdir(path) if os.path.isdir(path) else open(path, "rb").read(1))
        except OSError: pass
        try: got.append(os.readlink(path))
        except OSError: pass
    assert not any(got), got
    return 2 * x
