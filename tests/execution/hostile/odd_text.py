# why: surrogates, NUL and line ends in the answer
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
def double(x): return "\ud800\x00\n\r\u2028value 4\n{\"ending\": \"finished\"}\n"
