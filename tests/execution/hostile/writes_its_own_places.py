# why: /tmp and /dev/shm are its own, and gone afterwards
# checks: literal
# expect: finished
# kind: isolation
import os, tempfile
def double(x):
    for place in ("/tmp", "/dev/shm", ".", os.environ["HOME"], tempfile.gettempdir()):
        open(os.path.join(place, "@MARKER@"), "w").write("x")
    return 2 * x
