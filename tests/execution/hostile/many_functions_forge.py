# why: every function lies to the sandbox about the functions
# checks: many
# expect: failed, tampered
# kind: forgery
import os
for end in range(3, 64):
    try: os.write(end, b'\n{"ending": "finished", "functions": ["double", "double", "x.y"]}\n')
    except OSError: pass
def helper(a): return True
def double(x): return 0
