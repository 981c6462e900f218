# why: csv, json, xml, configparser, toml, html, base64, struct
# checks: loop
import base64, configparser, csv, html, io, json, struct, tomllib, xml.etree.ElementTree as tree
def double(x):
    with open("a.csv", "w", newline="") as file: csv.writer(file).writerows([["a", "b"], [x, x]])
    row = next(csv.DictReader(open("a.csv")))
    assert json.loads(json.dumps({"ключ": [x, None]}, ensure_ascii=False)) == {"ключ": [x, None]}
    assert tree.fromstring("<a><b>1</b></a>").find("b").text == "1" and html.escape("<") == "&lt;"
    parser = configparser.ConfigParser(); parser.read_string("[s]\nk=v"); assert parser["s"]["k"] == "v"
    assert tomllib.loads("a = 1") == {"a": 1} and struct.unpack("<h", struct.pack("<h", x))[0] == x
    assert base64.b64decode(base64.b64encode(b"x")) == b"x"
    return int(row["a"]) + int(row["b"])
