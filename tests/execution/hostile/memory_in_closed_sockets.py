# why: fills sockets and closes the end that sent, which is then seen no more
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
            sender, receiver = socket.socketpair()
            kept.append(receiver)
            sender.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                while True:
                    sender.send(bytes(1 << 12))
            sender.close()
    time.sleep(60)


def double(x):
    for _ in range(4):
        if os.fork() == 0:
            fill(900)
            os._exit(0)
    fill(900)
    return 2 * x
