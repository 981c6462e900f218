# why: a hundred megabytes
# checks: literal
# expect: failed, out of memory
# kind: resources
# limits: seconds=4, memory_mb=1024
def double(x): return "x" * 100_000_000
