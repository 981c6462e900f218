# why: threads, locks, timers, local data
# checks: loop
import threading, queue
def double(x):
    out, local = queue.Queue(), threading.local()
    def work():
        local.x = x
        out.put(local.x)
    threads = [threading.Thread(target=work) for _ in range(20)]
    for thread in threads: thread.start()
    for thread in threads: thread.join()
    timer = threading.Timer(0.01, out.put, [x]); timer.start(); timer.join()
    assert out.qsize() == 21
    return out.get() + out.get()
