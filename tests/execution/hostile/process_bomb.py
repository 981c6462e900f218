# why: multiprocessing without end
# checks: literal
# expect: failed, timed out, out of memory
# kind: resources
# limits: seconds=1
import multiprocessing, time
def double(x):
    for _ in range(1000): multiprocessing.Process(target=time.sleep, args=(60,), daemon=True).start()
