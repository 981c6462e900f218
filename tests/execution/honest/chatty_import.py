# why: modules that print when imported
# checks: literal
import this
def double(x): return 2 * x
