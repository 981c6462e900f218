# why: a start method that imports the program anew
# checks: spawned
import math, multiprocessing
def double(x):
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        return 2 * pool.map(math.floor, [x])[0]
