# why: rm -rf /
# checks: literal
# expect: finished
# kind: isolation
import shutil, os
def double(x):
    for place in ("/usr/bin", "/etc", "@CHECKOUT@/tests", "@PREFIX@/bin", "@HOME@/.ssh"):
        shutil.rmtree(place, ignore_errors=True)
    assert os.path.exists("/usr/bin/env") and os.path.exists("/etc/passwd")
    return 2 * x
