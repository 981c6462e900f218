# why: http.server and urllib on the loopback
# checks: loop
import http.server, threading, urllib.request, urllib.parse
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        x = int(urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)["x"][0])
        self.send_response(200); self.end_headers(); self.wfile.write(str(2 * x).encode())
    def log_message(self, *a): pass
def double(x):
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with urllib.request.urlopen(f"http://127.0.0.1:{server.server_port}/?x={x}") as answer:
            number = int(answer.read())
        server.shutdown()
    return number
