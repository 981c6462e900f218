# why: numbers whose common divisor takes for ever
# checks: literal
# expect: failed, tampered
# kind: forgery
import os
big = "0x" + "e3" * 1_500_000 + "1"
line = 'value {"fraction": [{"int": "%s"}, {"int": "%s"}]}\n' % (big, big[:-7] + "abcdef1")
def double(x):
    for end in range(3, 20):
        try:
            data = line.encode()
            while data: data = data[os.write(end, data):]
        except OSError: pass
    os._exit(0)
