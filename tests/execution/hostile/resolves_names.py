# why: no DNS
# checks: literal
# expect: finished
# kind: isolation
import socket
def double(x):
    for name in ("example.com", "metadata.google.internal"):
        try: socket.getaddrinfo(name, 80); raise SystemExit(name)
        except OSError: pass
    return 2 * x
