# why: netlink: may look, may not touch
# checks: literal
# expect: finished
# kind: isolation
import socket, struct
def double(x):
    plug = socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0)
    body = struct.pack("BxHiII", 0, 1, 1, 0, 0xFFFFFFFF)
    plug.send(struct.pack("IHHII", 16 + len(body), 16, 5, 1, 0) + body)
    answer = plug.recv(4096)
    assert struct.unpack("i", answer[16:20])[0] != 0
    return 2 * x
