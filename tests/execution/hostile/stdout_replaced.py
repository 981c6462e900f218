# why: flushing ends the process well
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import sys, os
class Out:
    def flush(self): os._exit(0)
    def write(self, text): os._exit(0)
sys.stdout = sys.stderr = sys.__stdout__ = Out()
def double(x): return 0
