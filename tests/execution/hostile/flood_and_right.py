# why: twenty megabytes, and right
# checks: literal
# expect: finished
# kind: resources
# limits: seconds=5
import sys
def double(x):
    sys.stdout.write("z" * 10_000_000)
    sys.stderr.write("z" * 10_000_000)
    return 2 * x
