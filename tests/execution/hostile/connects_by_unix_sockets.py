# why: abstract, by path, and those of daemons
# checks: literal
# expect: finished
# kind: isolation
import socket
def double(x):
    done = []
    for name in ("\0@ABSTRACT@", "@SOCKET@", "/var/run/docker.sock", "/run/docker.sock", "/run/dbus/system_bus_socket", "/run/systemd/private"):
        plug = socket.socket(socket.AF_UNIX)
        if plug.connect_ex(name) == 0: done.append(name)
    assert not done, done
    return 2 * x
