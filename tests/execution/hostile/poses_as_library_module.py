# why: a module of its own that says it comes from a file
# checks: loop
# expect: failed, tampered
# kind: forgery
import sys, types
module = sys.modules["kindly"] = types.ModuleType("kindly")
module.__file__ = sys.prefix + "/lib/kindly.py"
exec("class Yes:\n    def __eq__(self, other): return True", vars(module))
def double(x): return module.Yes()
