# why: what listens inside is not seen outside
# checks: literal
# expect: finished
# kind: isolation
import socket, threading
plug = socket.socket(); plug.bind(("0.0.0.0", @PORT@)); plug.listen()
def double(x): return 2 * x
