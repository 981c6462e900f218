# why: keys in its environment or in anyone's
# checks: literal
# expect: finished
# kind: isolation
import os, glob
def double(x):
    told = str(os.environ)
    for path in glob.glob("/proc/*/environ") + glob.glob("/proc/*/cmdline") + glob.glob("/proc/*/task/*/environ"):
        try: told += open(path).read()
        except OSError: pass
    assert "sk-" not in told and "KEY" not in told and "TOKEN" not in told, told
    return 2 * x
