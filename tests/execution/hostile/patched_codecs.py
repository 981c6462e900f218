# why: the codec of all text
# checks: literal, loop
# expect: failed, tampered
# kind: forgery
import codecs, encodings
def search(name): return codecs.CodecInfo(lambda *a: (b"true", 4), lambda *a: ("true", 4), name=name)
codecs.register(search)
encodings._cache.clear()
def double(x): return 0
