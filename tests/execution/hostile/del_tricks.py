# why: finalizers that speak last
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import os
class Last:
    def __del__(self):
        for end in range(3, 20):
            try: os.write(end, b'\n{"ending": "finished"}\n')
            except OSError: pass
keep = Last()
def double(x): raise ValueError
