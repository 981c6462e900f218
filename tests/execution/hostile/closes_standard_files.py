# why: right, with nothing to print to
# checks: literal
# expect: finished
# kind: resources
import os, sys
os.close(0); os.close(1); os.close(2)
def double(x): return 2 * x
