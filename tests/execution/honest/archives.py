# why: zip, tar, gzip, bz2, lzma
# checks: loop
import bz2, gzip, io, lzma, tarfile, zipfile
def double(x):
    open("a.txt", "w").write("hello")
    with zipfile.ZipFile("a.zip", "w", zipfile.ZIP_DEFLATED) as z: z.write("a.txt")
    with tarfile.open("a.tar.gz", "w:gz") as t: t.add("a.txt")
    with tarfile.open("a.tar.gz") as t: t.extractall("out")
    for press in (bz2, lzma, gzip): assert press.decompress(press.compress(b"x")) == b"x"
    assert zipfile.ZipFile("a.zip").read("a.txt").decode() == open("out/a.txt").read()
    return 2 * x
