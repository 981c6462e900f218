# why: at once
# checks: literal
# expect: out of memory
# kind: resources
# limits: memory_mb=256
def double(x): return bytearray(10 ** 11)
