# why: a socket pair, a server on the loopback, its own name
# checks: literal
import socket, threading
def double(x):
    a, b = socket.socketpair(); a.send(b"hi"); assert b.recv(9) == b"hi"
    server = socket.create_server(("localhost", 0)); port = server.getsockname()[1]
    threading.Thread(target=lambda: server.accept()[0].sendall(b"%d" % (2 * x))).start()
    with socket.create_connection(("127.0.0.1", port)) as plug: answer = int(plug.recv(9))
    assert socket.gethostname() and socket.gethostbyname("localhost") == "127.0.0.1"
    assert socket.getaddrinfo("localhost", port) and socket.gethostbyname(socket.gethostname())
    with socket.socket(socket.AF_INET6) as plug: plug.bind(("::1", 0))
    return answer
