# why: nor by UDP
# checks: literal
# expect: finished
# kind: isolation
import socket
def double(x):
    for host in ("127.0.0.1", "255.255.255.255", "8.8.8.8"):
        plug = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        plug.setsockopt(socket.SOL_SOCKET, socket.SO_BROADCAST, 1)
        try: plug.sendto(b"@MARKER@", (host, @PORT@))
        except OSError: pass
    return 2 * x
