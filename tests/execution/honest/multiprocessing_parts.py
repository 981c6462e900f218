# why: processes, queues, locks, events, shared values, managers
# checks: loop
import multiprocessing
def work(x, out, value, lock):
    with lock:
        value.value += x
    out.put(2 * x)
def double(x):
    out, value, lock = multiprocessing.Queue(), multiprocessing.Value("i", 0), multiprocessing.Lock()
    process = multiprocessing.Process(target=work, args=(x, out, value, lock))
    process.start()
    answer = out.get(timeout=5)
    process.join()
    assert value.value == x and process.exitcode == 0
    here, there = multiprocessing.Pipe()
    here.send({"a": x}); assert there.recv() == {"a": x}
    with multiprocessing.Manager() as manager:
        shared = manager.dict(); shared["x"] = answer
        return shared["x"]
