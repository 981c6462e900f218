# why: nor there
# checks: literal
# expect: finished
# kind: isolation
import socket
def double(x):
    plug = socket.socket(socket.AF_INET6); plug.settimeout(0.2)
    assert plug.connect_ex(("::1", @PORT@)) != 0
    assert plug.connect_ex(("::ffff:127.0.0.1", @PORT@)) != 0
    return 2 * x
