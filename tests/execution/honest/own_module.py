# why: imports a module that it wrote
# checks: loop
import importlib, sys
def double(x):
    open("helper_module.py", "w").write("def twice(x): return 2 * x\n")
    importlib.invalidate_caches()
    import helper_module
    sys.path.append("lib"); importlib.reload(helper_module)
    return helper_module.twice(x)
