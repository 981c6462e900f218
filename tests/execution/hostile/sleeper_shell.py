# why: a shell in the background, nohup
# checks: literal
# expect: finished
# kind: isolation
import subprocess
subprocess.Popen("nohup sh -c 'while true; do sleep 1; touch /tmp/@MARKER@; done' >/dev/null 2>&1 &", shell=True)
def double(x): return 2 * x
