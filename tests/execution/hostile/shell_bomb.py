# why: :(){ :|:& };:
# checks: literal
# expect: failed, timed out, finished
# kind: resources
# limits: seconds=0.5
import subprocess
def double(x):
    subprocess.run("bomb() { bomb | bomb & }; bomb; wait", shell=True, executable="/bin/bash")
    return 0
