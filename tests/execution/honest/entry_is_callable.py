# why: the function is an object
# checks: unittest
class Doubler:
    def __call__(self, x): return 2 * x
double = Doubler()
