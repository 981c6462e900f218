# why: a number that cannot be rounded in this life
# checks: rounded
# expect: failed, timed out, out of memory
# kind: forgery
# limits: seconds=0.5, memory_mb=256
from decimal import Decimal
def double(x): return Decimal("1E+999999999")
