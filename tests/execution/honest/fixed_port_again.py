# why: the same port, right after
# checks: literal
import socket, threading
def double(x):
    if x < 0: return 2 * x
    server = socket.socket(); server.bind(("127.0.0.1", 8123)); server.listen()
    server.close()
    return 2 * x
