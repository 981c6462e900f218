# why: fills connections to itself, both ways
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
        listener = socket.create_server(("127.0.0.1", 0))
        while len(kept) < count:
            one = socket.create_connection(listener.getsockname())
            other, _ = listener.accept()
            kept.append((one, other))
            for end in (one, other):
                end.setblocking(False)
                with contextlib.suppress(BlockingIOError):
                    while True:
                        end.send(bytes(1 << 16))
    time.sleep(60)


def double(x):
    for _ in range(8):
        if os.fork() == 0:
            fill(400)
            os._exit(0)
    fill(400)
    return 2 * x
