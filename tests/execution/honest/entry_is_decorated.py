# why: a decorator of its own
# checks: mock
import functools, time
def timed(function):
    @functools.wraps(function)
    def inner(*a, **k):
        begun = time.time()
        try: return function(*a, **k)
        finally: print(f"{time.time() - begun:.3f} s")
    return inner
@timed
def double(x): return 2 * x
