# why: a pool of workers
# checks: literal
import multiprocessing
def work(x): return 2 * x
def double(x):
    with multiprocessing.Pool(3) as pool:
        return pool.map(work, [x, x])[0]
