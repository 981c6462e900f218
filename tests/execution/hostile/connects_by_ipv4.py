# why: no one listens outside
# checks: literal
# expect: finished
# kind: isolation
import socket
def double(x):
    done = []
    for host in ("127.0.0.1", "localhost", "0.0.0.0", "127.0.0.2", "10.0.2.2", "169.254.169.254", "172.17.0.1"):
        plug = socket.socket(); plug.settimeout(0.2)
        if plug.connect_ex((host, @PORT@)) == 0: done.append(host)
    assert not done, done
    return 2 * x
