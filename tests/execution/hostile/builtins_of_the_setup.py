# why: a helper of the setup finds the candidate's builtins
# checks: helper
# expect: failed, tampered
# kind: forgery
import builtins
__builtins__ = {**vars(builtins), "abs": lambda x: 0}
def double(x): return 0
