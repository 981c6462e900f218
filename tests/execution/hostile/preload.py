# why: LD_PRELOAD, PYTHON* and PATH for who comes next
# checks: literal
# expect: finished
# kind: isolation
import os
os.environ.update(LD_PRELOAD="/tmp/@MARKER@.so", PYTHONSTARTUP="/tmp/x", PYTHONPATH="/tmp", PATH="/tmp", PYTHONHOME="/tmp")
open("sitecustomize.py", "w").write("raise SystemExit")
open("usercustomize.py", "w").write("raise SystemExit")
def double(x): return 2 * x
