# why: named memory, semaphores and sockets, left for the next
# checks: literal
# expect: finished
# kind: isolation
import os, socket, multiprocessing.shared_memory, multiprocessing
kept = multiprocessing.shared_memory.SharedMemory("@MARKER@", create=True, size=4096)
lock = multiprocessing.Semaphore(1)
plug = socket.socket(socket.AF_UNIX); plug.bind("\0@MARKER@"); plug.listen()
other = socket.socket(socket.AF_UNIX); other.bind("/tmp/@MARKER@.sock"); other.listen()
def double(x): return 2 * x
