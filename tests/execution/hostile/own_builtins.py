# why: a __builtins__ of its own in the globals that probes copy
# checks: close
# expect: failed, tampered
# kind: forgery
import builtins
__builtins__ = {**vars(builtins), "abs": lambda x: 0, "all": lambda x: True, "isinstance": lambda *a: True,
                "sorted": lambda x, **k: [], "len": lambda x: 1}
def double(x): return 0
