# why: a thread that goes on telling
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import threading, os
def tell():
    while True:
        for end in range(3, 20):
            try: os.write(end, b'value 4\n{"ending": "finished"}\n')
            except OSError: pass
threading.Thread(target=tell, daemon=True).start()
def double(x): return 0
