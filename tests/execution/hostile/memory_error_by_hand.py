# why: said, not suffered
# checks: literal
# expect: out of memory, failed
# kind: forgery
def double(x): raise MemoryError
