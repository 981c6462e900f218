# why: a set that takes the judge for ever, written by hand
# checks: literal
# expect: failed, tampered
# kind: forgery
import os
prime = 2 ** 61 - 1
line = 'value {"set": [%s]}\n' % ", ".join('{"int": "%s"}' % hex(n * prime) for n in range(1, 120_000))
def double(x):
    for end in range(3, 20):
        try:
            data = line.encode()
            while data: data = data[os.write(end, data):]
        except OSError: pass
    os._exit(0)
