# why: replaces its module, the main module and itself
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import sys, types
me = types.ModuleType("candidate_module")
me.double = lambda x: True
sys.modules["candidate_module"] = sys.modules["__main__"] = me
sys.modules.pop("guest.child", None)
def double(x): return 0
candidate = True
