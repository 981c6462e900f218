# why: while loading
# checks: literal, many
# expect: out of memory
# kind: resources
# limits: memory_mb=256
kept = bytearray(10 ** 11)
