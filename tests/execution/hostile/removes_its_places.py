# why: takes away the ground under the next
# checks: literal
# expect: finished, failed
# kind: isolation
import os, shutil
for name in os.listdir("/box"):
    try: os.rename("/box/" + name, "/box/gone_" + name)
    except OSError: pass
os.symlink("/usr", "/box/work") if not os.path.lexists("/box/work") else None
os.symlink("/etc", "/box/tmp") if not os.path.lexists("/box/tmp") else None
def double(x): return 2 * x
