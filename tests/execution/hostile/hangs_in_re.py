# why: C code that looks at no signal
# checks: literal
# expect: timed out
# kind: resources
# limits: seconds=0.5
import re
def double(x): re.match(r"(a+)+$", "a" * 60 + "b")
