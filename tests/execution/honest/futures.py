# why: threads and processes behind one door
# checks: loop
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
def work(x): return x + x
def double(x):
    with ThreadPoolExecutor(4) as threads, ProcessPoolExecutor(2) as processes:
        found = [f.result() for f in as_completed([threads.submit(work, x), processes.submit(work, x)])]
    assert found[0] == found[1]
    return found[0]
