# why: folders that their maker closed
# checks: literal
# expect: finished
# kind: isolation
import os
os.makedirs("a/b/c")
open("a/b/c/@MARKER@", "w").close()
for path in ("a/b/c", "a/b", "a"): os.chmod(path, 0)
os.chmod("/tmp", 0)
os.chmod(".", 0)
def double(x): return 2 * x
