# why: raw, packet, vsock and kernel crypto
# checks: literal
# expect: finished
# kind: isolation
import socket
def double(x):
    opened = []
    for family, kind, protocol in ((socket.AF_INET, socket.SOCK_RAW, 1), (socket.AF_PACKET, socket.SOCK_RAW, 3), (socket.AF_INET6, socket.SOCK_RAW, 58),
                                   (getattr(socket, "AF_VSOCK", 40), socket.SOCK_STREAM, 0), (getattr(socket, "AF_ALG", 38), socket.SOCK_SEQPACKET, 0), (31, 3, 0)):
        try: socket.socket(family, kind, protocol); opened.append(family)
        except OSError: pass
    assert not opened, opened
    return 2 * x
