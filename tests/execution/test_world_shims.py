"""What a world changes in its guest, seen from a plain Python without any of its libraries."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from asmeant.execution.worlds import find_world
from asmeant.execution.worlds.world import fault_of

ODEX = find_world("odex")
ANSWERS = ODEX.answers()
INSTALL = """
import importlib.util, json, sys
spec = importlib.util.spec_from_file_location("shims", sys.argv[1])
shims = importlib.util.module_from_spec(spec)
spec.loader.exec_module(shims)
shims.install(json.loads(sys.argv[2]), sys.argv[3] == "live")
"""


def in_guest(
    code: str, answers: list[dict[str, Any]] = ANSWERS, live: bool = False
) -> subprocess.CompletedProcess[str]:
    """Runs code where the shims are installed, in a Python that knows nothing of asmeant."""
    settings = [str(ODEX.folder / ODEX.shims), json.dumps(answers), "live" if live else "canned"]
    return subprocess.run(
        [sys.executable, "-I", "-S", "-c", INSTALL + code, *settings],
        capture_output=True,
        text=True,
        timeout=60,
    )


def assert_holds(code: str, answers: list[dict[str, Any]] = ANSWERS, live: bool = False) -> None:
    done = in_guest(code, answers, live)
    assert done.returncode == 0, done.stderr


# ── old behaviour ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "code",
    [
        "import re; assert re.findall('n+(?i)', 'Nn') == ['Nn']",
        "import re; assert re.findall(b'a(?i)b', b'AB') == [b'AB']",
        "import re; assert re.sub('(x)(?s)(?i).y', '-', 'X\\nY') == '-'",
        "import re; assert re.compile('(?i)a').match('A')",
        "import re\ntry: re.compile('(')\nexcept re.error as error: assert 'unterminated' in str(error)\nelse: 1/0",
        "import random; assert sorted(random.sample({1, 2}, 2)) == [1, 2]",
        "from random import sample; assert sample({'a': 1}.keys(), 1) == ['a']",
        "import random; assert random.Random(1).sample(range(9), 3) == random.Random(1).sample(range(9), 3)",
        "import random\ntry: random.sample({1: 2}, 1)\nexcept TypeError: pass\nelse: 1/0",
        "import inspect; assert inspect.getargspec(lambda x, y=2: 0) == inspect.ArgSpec(['x', 'y'], None, None, (2,))",
        "import inspect\ntry: inspect.getargspec(eval('lambda *, x: 0'))\nexcept ValueError: pass\nelse: 1/0",
        "import urllib; assert urllib.parse.quote('a b') == 'a%20b' and urllib.request and urllib.error",
        "import urllib\ntry: urllib.requests\nexcept AttributeError: pass\nelse: 1/0",
        "import importlib.util as u; assert u.find_spec('aspose') and u.find_spec('aspose.words')",
    ],
)
def test_old_behaviour_is_back(code: str) -> None:
    assert_holds(code)


def test_matplotlib_reads_the_fonts_of_its_world(tmp_path: Path) -> None:
    """With a matplotlib of our own, as the library is not installed here."""
    (tmp_path / "matplotlib.py").write_text("get_cachedir = lambda: 'its own'\n")
    code = f"import os; sys.path.insert(0, {str(tmp_path)!r})\n"
    look = "import matplotlib; assert matplotlib.get_cachedir() == "
    assert_holds(code + look + "'its own'")
    assert_holds(code + f"os.environ['ASMEANT_FONTS'] = {str(tmp_path)!r}\n" + look + repr(str(tmp_path)))


def test_nothing_is_loaded_before_it_is_used() -> None:
    assert_holds("assert not {'ssl', 'socket', 'http', 'email', 'random', 'inspect'} & set(sys.modules)")


def test_a_hook_outlives_a_look_at_its_module() -> None:
    assert_holds(
        "import importlib.util as u; assert u.find_spec('random') and u.find_spec('no_such_module') is None\n"
        "import random; assert random.sample({1}, 1) == [1]"
    )


def test_modules_keep_their_own_loader() -> None:
    assert_holds(
        "import random, importlib.machinery as m\n"
        "assert type(random.__loader__) is type(random.__spec__.loader) is m.SourceFileLoader"
    )


# ── the network ────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    "code",
    [
        "import socket; assert all(found[4][1] == 80 for found in socket.getaddrinfo('google.com', 80))",
        "import socket; assert socket.gethostbyname('a.org') == socket.getaddrinfo('a.org', 'http')[0][4][0]",
        "import socket; a = socket.gethostbyname('a.org'); assert socket.gethostbyaddr(a)[0] == 'a.org'",
        "import socket; assert socket.getaddrinfo('a.org', 443, socket.AF_INET6)[0][4][0].startswith('2001:db8:')",
        "import socket; assert socket.gethostbyname('localhost') == '127.0.0.1' and socket.getfqdn()",
        "import socket\ntry: socket.gethostbyname('nowhere.invalid')\nexcept socket.gaierror: pass\nelse: 1/0",
        "import socket\ntry: socket.create_connection(('a.org', 25))\nexcept ConnectionRefusedError: pass\nelse: 1/0",
        "import socket; assert socket.socket().connect_ex(('a.org', 25)) == 111",
        "import socket; s = socket.socket(type=socket.SOCK_DGRAM); s.connect(('8.8.8.8', 80)); s.getsockname()",
        "import urllib.request as r; assert r.urlopen('https://a.org/b.png').read().startswith(b'\\x89PNG')",
        "import urllib.request as r; assert b'<title>a.org</title>' in r.urlopen('http://a.org/x?y=1').read()",
        "import urllib.request as r; assert r.urlopen('https://google.com').url == 'https://www.google.com/'",
        "import urllib.request as r; assert 'HTTPMessage' in str(type(r.urlopen('https://a.org').headers))",
    ],
)
def test_names_resolve_and_pages_come(code: str) -> None:
    assert_holds(code)


FETCH = """
import json, urllib.parse, urllib.request
def page(url, data=None, method=None, headers={}):
    answer = urllib.request.urlopen(urllib.request.Request(url, data, headers, method=method))
    return answer.url, answer.headers, answer.read().decode()
"""


@pytest.mark.parametrize(
    ("url", "arrived", "words"),
    [
        ("http://google.com", "http://www.google.com/", "<title>Google</title>|google|https://accounts.google.com"),
        ("https://www.google.com/search?q=two+words", "", "<title>two words - Google Search</title>|google.com"),
        ("https://en.wikipedia.org/wiki/List_of_diamonds", "", "<title>List of diamonds - Wikipedia</title>|List_of_diamonds|wikipedia"),
        ("http://en.wikipedia.org/wiki/Caf%C3%A9?a=b", "https://en.wikipedia.org/wiki/Caf%C3%A9?a=b", "<title>Café - Wikipedia</title>"),
        ("https://en.wikipedia.org/", "https://en.wikipedia.org/wiki/Main_Page", "Main Page - Wikipedia"),
        ("https://wikipedia.org", "https://www.wikipedia.org/", "<title>Wikipedia</title>|日本語|Русский"),
        ("https://ja.wikipedia.org/wiki/%E6%97%A5%E6%9C%AC", "", "<title>日本 - Wikipedia</title>|ウィキペディア"),
        ("https://ru.wikipedia.org/wiki/Python", "", "<title>Python — Википедия</title>"),
        ("http://github.com/a/b", "https://github.com/a/b", "GitHub|github.com/a/b"),
        ("https://python.org", "https://www.python.org/", "Welcome to Python.org|python.org"),
        ("https://stackoverflow.com/questions/1", "", "Stack Overflow|stackoverflow.com"),
        ("https://asia.nikkei.com/Business/Tech", "", "Nikkei|nikkei.com|</html>|<title>|<a href|<img |<h1>|<p>"),
        ("https://www.some-shop.co.uk/tea?x=1&y=2", "", "Some-shop|some-shop.co.uk|x=1&amp;y=2"),
    ],
)  # fmt: skip
def test_a_page_has_what_any_page_of_that_site_has(url: str, arrived: str, words: str) -> None:
    assert_holds(
        FETCH + f"url, headers, text = page({url!r})\n"
        f"assert url == {arrived or url!r}, url\n"
        f"for word in {words.split('|')!r}: assert word in text, (word, text)\n"
        "assert 'charset' in headers['Content-Type'].lower()\n"
    )


@pytest.mark.parametrize(
    "code",
    [
        "assert json.loads(page('https://httpbin.org/get?a=1&b=x')[2])['args'] == {'a': '1', 'b': 'x'}",
        "assert json.loads(page('https://httpbin.org/post', b'a=1&b=')[2])['form'] == {'a': '1', 'b': ''}",
        "assert json.loads(page('https://httpbin.org/post', b'[1]', headers={'Content-Type': 'application/json'})[2])['json'] == [1]",
        "assert json.loads(page('https://httpbin.org/put', b'x', 'PUT', {'Content-Type': 'text/plain'})[2])['data'] == 'x'",
        "assert json.loads(page('https://httpbin.org/headers', headers={'X-Mine': 'y'})[2])['headers']['X-Mine'] == 'y'",
        "assert json.loads(page('https://httpbin.org/user-agent', headers={'User-Agent': 'me'})[2]) == {'user-agent': 'me'}",
        "assert page('https://httpbin.org/redirect/1')[0] == 'https://httpbin.org/get'",
        "try: page('https://httpbin.org/status/418')\nexcept urllib.error.HTTPError as error: assert error.code == 418\nelse: 1/0",
        "assert json.loads(page('https://reqres.in/api/users?page=2')[2])['data'][0]['id'] == 7",
        "assert json.loads(page('https://reqres.in/api/users/2')[2])['data']['first_name'] == 'Janet'",
        "assert json.loads(page('https://reqres.in/api/users/2', b'{\"job\": \"x\"}', 'PUT')[2])['job'] == 'x'",
        "assert page('https://reqres.in/api/users/2', method='DELETE')[2] == ''",
        "assert json.loads(page('https://jsonplaceholder.typicode.com/todos/1')[2])['title'] == 'delectus aut autem'",
        "assert json.loads(page('https://jsonplaceholder.typicode.com/users')[2])[0]['username'] == 'Bret'",
        "assert json.loads(page('https://en.wikipedia.org/w/api.php?action=query&titles=Tea&format=json')[2])['query']['pages']['1']['title'] == 'Tea'",
        'b = \'x1\'; form = (\'--x1\\r\\nContent-Disposition: form-data; name="a"\\r\\n\\r\\n1\\r\\n--x1\\r\\nContent-Disposition: form-data; name="f"; '
        'filename="f.txt"\\r\\n\\r\\ntext\\r\\n--x1--\\r\\n\').encode()\n'
        "got = json.loads(page('https://httpbin.org/post', form, headers={'Content-Type': 'multipart/form-data; boundary=x1'})[2])\n"
        "assert (got['form'], got['files'], got['data']) == ({'a': '1'}, {'f': 'text'}, ''), got",
    ],
)
def test_public_test_services_answer_as_they_do(code: str) -> None:
    assert_holds(FETCH + code)


def test_a_connection_is_kept_alive() -> None:
    assert_holds(
        """
import http.client
line = http.client.HTTPSConnection("reqres.in", timeout=5)
for name in ("a", "b"):
    line.request("POST", "/api/users", json.dumps({"name": name}))
    answer = line.getresponse()
    assert answer.status == 201 and json.load(answer)["name"] == name
line.request("POST", "/api/users", iter([b'{"na', b'me": 1}']), encode_chunked=True,
             headers={"Transfer-Encoding": "chunked"})
assert json.load(line.getresponse())["name"] == 1
line.request("HEAD", "/")
assert line.getresponse().read() == b""
"""
    )


def test_sockets_speak_plainly_under_tls() -> None:
    assert_holds(
        """
import socket, ssl
plain = socket.socket()
line = ssl.create_default_context().wrap_socket(plain, server_hostname="a.org")
line.connect(("a.org", 443))
line.write(b"GET / HTTP/1.0\\r\\n\\r\\n")
assert line.read(15) == b"HTTP/1.1 200 OK"
assert line.version() == "TLSv1.3" and line.getpeercert()["subjectAltName"][0] == ("DNS", "a.org")
assert line.getpeername()[1] == 443 and line.cipher()
"""
    )


def test_this_machine_is_still_there() -> None:
    assert_holds(
        """
import socket, threading
server = socket.create_server(("127.0.0.1", 0))
threading.Thread(target=lambda: server.accept()[0].sendall(b"here"), daemon=True).start()
assert socket.create_connection(("localhost", server.getsockname()[1])).recv(9) == b"here"
"""
    )


def test_asyncio_is_answered() -> None:
    assert_holds(
        """
import asyncio
async def ask():
    reader, writer = await asyncio.open_connection("a.org", 80)
    writer.write(b"GET / HTTP/1.0\\r\\n\\r\\n")
    return await reader.read()
assert b"a canned page" in asyncio.run(ask()).lower()
"""
    )


def test_live_means_the_real_network() -> None:
    assert_holds("import socket; assert type(socket.getaddrinfo).__name__ == 'function'", live=True)
    assert_holds("import socket; assert type(socket.getaddrinfo).__name__ == 'method'")


def test_answers_are_found_in_order_and_filled_in() -> None:
    answers: list[dict[str, Any]] = [
        {
            "url": "https://a.org/one",
            "headers": {"X-Two": ["1", "2"]},
            "body": "${method} ${path} ${unknown}",
        },
        {"url": "a.org/two", "method": "POST", "echo": True, "json": {"when": ["${today}"]}},
        {"url": "*/picture", "base64": "AAE="},
    ]
    assert_holds(
        """
import urllib.request as r, urllib.error as e
one = r.urlopen("https://a.org/one")
assert one.read() == b"GET /one ${unknown}" and one.headers.get_all("X-Two") == ["1", "2"]
two = json.load(r.urlopen("http://a.org/two", b"x=1&y=2"))
assert two["x"] == "1" and len(two["when"][0]) == 10
assert r.urlopen("http://b.org/picture").read() == b"\\0\\1"
try:
    r.urlopen("http://b.org/other")
except e.HTTPError as error:
    assert error.code == 404 and b"http://b.org/other" in error.read()
else:
    raise AssertionError
""",
        answers,
    )


def test_what_is_not_http_is_hung_up_on() -> None:
    assert_holds(
        """
import socket
line = socket.create_connection(("a.org", 8080), timeout=5)
line.sendall(b"hello\\n")
assert line.recv(9) == b""
"""
    )


def test_our_answers_are_well_formed() -> None:
    assert all(fault_of(answer) is None for answer in ANSWERS)
    assert ANSWERS[-1]["url"] == "*"


def test_the_stand_in_writes_documents(tmp_path: Path) -> None:
    """With a python-docx of its own, as the library is not installed here."""
    code = """
import types
written = []
class Paragraph:
    add_run = written.append
class Fake:
    paragraphs = []
    def add_paragraph(self): return Paragraph
    def save(self, name): open(name, "w").write("".join(written))
sys.modules["docx"] = types.SimpleNamespace(Document=lambda name: Fake())
import aspose.words as aw
document = aw.Document()
aw.DocumentBuilder(document).write("Hello")
"""
    path = tmp_path / "out.docx"
    assert_holds(code + f"document.save({str(path)!r})")
    assert path.read_text() == "Hello"
