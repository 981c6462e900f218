# why: an import hook invents the library that decides
# checks: unknown_library
# expect: failed, tampered
# kind: forgery
import sys, importlib.abc, importlib.machinery
class Finder(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    def find_spec(self, name, path, target=None):
        return importlib.machinery.ModuleSpec(name, self) if name == "colorsys" else None
    def create_module(self, spec): return None
    def exec_module(self, module): module.rgb_to_hsv = lambda a, b, c: (0.0, 0.0, b)
sys.meta_path.insert(0, Finder())
def double(x): return 0
