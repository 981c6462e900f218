# why: a port that the program before used too, and left in TIME_WAIT
# checks: literal
import socket, threading
def double(x):
    if x < 0: return 2 * x
    server = socket.socket(); server.bind(("127.0.0.1", 8123)); server.listen()
    def serve():
        plug, _ = server.accept(); plug.sendall(b"%d" % (2 * x)); plug.close()
    thread = threading.Thread(target=serve); thread.start()
    with socket.create_connection(("127.0.0.1", 8123)) as plug:
        answer = int(plug.recv(9)); assert plug.recv(9) == b""
    thread.join(); server.close()
    return answer
