# why: catches the MemoryError
# checks: literal
# expect: failed, timed out, out of memory
# kind: resources
# limits: memory_mb=256, seconds=1
def double(x):
    kept = []
    while True:
        try: kept.append(bytearray(1 << 20))
        except MemoryError: return 0
