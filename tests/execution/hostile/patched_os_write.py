# why: nothing that is written is what was meant
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os
real = os.write
os.write = lambda end, data: real(end, b"value true\n" * 9) and len(data)
def double(x): return 0
