# why: a million numbers twice over
# checks: literal
# expect: failed, out of memory, timed out
# kind: resources
# limits: seconds=2, memory_mb=512
def double(x): return list(range(3_000_000))
