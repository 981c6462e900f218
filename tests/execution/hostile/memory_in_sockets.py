# why: fills the buffers of sockets that nobody reads, in many processes
# checks: literal
# expect: out of memory
# kind: resources
# limits: seconds=10, memory_mb=256
import contextlib
import os
import socket
import time


def fill(count):
    kept = []
    with contextlib.suppress(OSError):
        while len(kept) < count:
            pair = socket.socketpair()
            kept.append(pair)
            for one in pair:
                for option in (socket.SO_SNDBUF, socket.SO_RCVBUF, 32, 33):
                    one.setsockopt(socket.SOL_SOCKET, option, 1 << 24)
                one.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        one.send(bytes(1 << 16))
    time.sleep(60)


def double(x):
    for _ in range(8):
        if os.fork() == 0:
            fill(400)
            os._exit(0)
    fill(400)
    return 2 * x
