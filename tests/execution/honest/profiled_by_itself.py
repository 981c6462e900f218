# why: cProfile, timeit, tracemalloc, faulthandler
# checks: literal
import cProfile, faulthandler, io, pstats, timeit, tracemalloc
def double(x):
    tracemalloc.start(); faulthandler.enable()
    profile = cProfile.Profile(); profile.enable(); answer = sum([x, x]); profile.disable()
    pstats.Stats(profile, stream=io.StringIO()).print_stats()
    assert timeit.timeit("1 + 1", number=10) >= 0 and tracemalloc.get_traced_memory()[1] > 0
    return answer
