# why: locale, unicode names, normal forms, printing in four scripts
# checks: literal
import locale, sys, unicodedata
def double(x):
    print("ñandú 日本語 русский 🙂", file=sys.stdout); print("é", file=sys.stderr)
    locale.setlocale(locale.LC_ALL, ""); assert locale.getpreferredencoding().upper() == "UTF-8" == sys.stdout.encoding.upper()
    open("имя.txt", "w").write("日本"); assert open("имя.txt").read() == "日本"
    assert unicodedata.normalize("NFC", "e\u0301") == "é" and sys.getfilesystemencoding() == "utf-8"
    π = 2
    return π * x
