# why: the answer is changed after it was given
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import threading, time
answer = [0]
def change():
    while True:
        answer[0] += 1
threading.Thread(target=change, daemon=True).start()
def double(x): return answer
