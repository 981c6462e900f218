"""The network of a world: names resolve, connections open, and canned answers come. Imports nothing of ours.

Works below urllib, http.client, requests and the like, on sockets themselves: a connection to anywhere but
this machine is a socket pair with a responder at its other end. It answers HTTP and nothing else, and does
not stand in for programs such as curl that a program starts.
"""

from __future__ import annotations

import ipaddress
import os
import sys
import threading
import weakref
import zlib
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

HERE = Path(__file__).resolve().parent
# Addresses that are set aside for documentation (RFC 5737, RFC 3849): they lead nowhere.
BLOCKS = ("192.0.2.", "198.51.100.", "203.0.113.")
IPV6 = "2001:db8::"
OUR_ADDRESS = "192.0.2.1"
FIRST_FREE_PORT = 49152
HTTP_PORTS = (80, 443)
WELL_KNOWN = 1024
LOADING = threading.Lock()
SERVICES = {"http": 80, "https": 443}


class RemoteHost:
    """Where a connection leads, as far as the program knows."""

    # Not a dataclass: that would load inspect, for every program.
    def __init__(self, host: str, address: tuple[Any, ...], tls: bool) -> None:
        self.host, self.address, self.tls = host, address, tls

    @property
    def scheme(self) -> str:
        return "https" if self.tls else "http"


RemoteHosts = weakref.WeakKeyDictionary[Any, RemoteHost]


class Network:
    """The names that were looked up, and the connections that were made."""

    def __init__(self, answers: list[dict[str, Any]], responding: str) -> None:
        self.answers, self.responding = answers, responding
        self.names: dict[str, str] = {}
        self.places: RemoteHosts = weakref.WeakKeyDictionary()

    def address_of(self, host: str, ipv6: bool = False) -> str:
        """The same address for the same name, always."""
        number = zlib.crc32(host.lower().encode())
        address = f"{IPV6}{number & 0xFFFF:x}" if ipv6 else f"{BLOCKS[number % 3]}{2 + number // 3 % 252}"
        self.names[address] = host
        return address

    def serve(self, far: Any, place: RemoteHost) -> None:
        """Answers the requests of one connection, one after the other."""
        responding = responder_module(self.responding)
        responder = responding.Responder(self.answers)
        with far, far.makefile("rb") as stream:
            try:
                while request := responding.read_request(stream, place.scheme, place.host):
                    far.sendall(responder.answer(request))
                    if request.last:
                        return
            except (OSError, ValueError):
                return  # the program hung up, or did not speak HTTP


def install(answers: list[dict[str, Any]], after_import: Callable[[dict[str, Any]], None]) -> RemoteHosts:
    """Takes effect when a program first imports socket. Returns what will hold the connections."""
    network = Network(answers, (HERE / "responder.py").read_text("utf-8"))

    def change(socket: ModuleType) -> None:
        Names(socket, network).install()
        Lines(socket, network).install()

    after_import({"socket": change})
    return network.places


def responder_module(source: str) -> Any:
    """Loaded with the first connection, and from text, since the file may be out of sight by then."""
    name = "_asmeant_responder"
    with LOADING:
        if name not in sys.modules:
            module = ModuleType(name)
            sys.modules[name] = module
            exec(compile(source, "<responder>", "exec", dont_inherit=True), module.__dict__)
    return sys.modules[name]


def method(function: Callable[..., Any]) -> Callable[..., Any]:
    """A bound method of ours as a method of a class of theirs."""
    return lambda self, *arguments, **named: function(self, *arguments, **named)


# ── names ──────────────────────────────────────────────────────────────────────────────────────────


def is_address(host: str) -> bool:
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return False
    return True


def is_here(host: str) -> bool:
    """Whether a host is this machine."""
    if is_address(host):
        address = ipaddress.ip_address(host.partition("%")[0])
        return address.is_loopback or address.is_unspecified
    return host in ("", "localhost", "ip6-localhost", os.uname().nodename, "<broadcast>")


class Names:
    """The functions of `socket` that look up names."""

    FUNCTIONS = ("getaddrinfo", "gethostbyname", "gethostbyname_ex", "gethostbyaddr", "getnameinfo")

    def __init__(self, socket: ModuleType, network: Network) -> None:
        self.socket, self.real, self.network = vars(socket), dict(vars(socket)), network

    def install(self) -> None:
        for name in self.FUNCTIONS:
            self.socket[name] = getattr(self, name)

    def getaddrinfo(self, host: Any, port: Any, *hints: int, **named: int) -> Any:
        name = self._text(host)
        if is_address(name) or not name:
            return self.real["getaddrinfo"](host, port, *hints, **named)
        if is_here(name):
            return self.real["getaddrinfo"]("127.0.0.1", port, *hints, **named)
        wanted = {**dict(zip(("family", "type", "proto", "flags"), hints, strict=False)), **named}
        ipv6 = wanted.get("family") == self.real["AF_INET6"]
        family = self.real["AF_INET6"] if ipv6 else self.real["AF_INET"]
        where = (self._look_up(name, ipv6), self._number(port), *((0, 0) if ipv6 else ()))
        canonical = name if wanted.get("flags", 0) & self.real["AI_CANONNAME"] else ""
        kinds = {self.real["SOCK_STREAM"]: 6, self.real["SOCK_DGRAM"]: 17, self.real["SOCK_RAW"]: 0}
        return [
            (family, kind, number, canonical, where)
            for kind, number in kinds.items()
            if wanted.get("type", 0) in (0, kind) and wanted.get("proto", 0) in (0, number)
        ]

    def gethostbyname(self, host: Any) -> str:
        name = self._text(host)
        if is_address(name):
            return name
        return "127.0.0.1" if is_here(name) else self._look_up(name)

    def gethostbyname_ex(self, host: Any) -> tuple[str, list[str], list[str]]:
        return self._text(host), [], [self.gethostbyname(host)]

    def gethostbyaddr(self, host: Any) -> tuple[str, list[str], list[str]]:
        address = self.gethostbyname(host)
        if is_here(address):
            return "localhost", [], [address]
        unknown = f"host-{address.replace('.', '-')}.example.net"
        return self.network.names.get(address, unknown), [], [address]

    def getnameinfo(self, where: Any, flags: int) -> tuple[str, str]:
        return self.gethostbyaddr(where[0])[0], str(where[1])

    def _text(self, host: Any) -> str:
        return host.decode("idna") if isinstance(host, (bytes, bytearray)) else host or ""

    def _look_up(self, host: str, ipv6: bool = False) -> str:
        if "." not in host.strip(".") or host.rstrip(".").endswith(".invalid"):
            raise self.real["gaierror"](self.real["EAI_NONAME"], "Name or service not known")
        return self.network.address_of(host, ipv6)

    def _number(self, port: Any) -> int:
        name = port.decode() if isinstance(port, bytes) else port
        if isinstance(name, str) and not name.isdigit():
            return SERVICES.get(name) or int(self.real["getservbyname"](name))
        return int(name or 0)


# ── connections ────────────────────────────────────────────────────────────────────────────────────


class Lines:
    """The methods of a socket that care where its other end is."""

    METHODS = ("connect", "connect_ex", "getpeername", "getsockname", "setsockopt", "sendto")

    def __init__(self, socket: ModuleType, network: Network) -> None:
        self.socket, self.network, self.places = vars(socket), network, network.places
        self.kind = self.socket["socket"]
        self.real = {name: getattr(self.kind, name) for name in self.METHODS}

    def install(self) -> None:
        for name in self.METHODS:
            setattr(self.kind, name, method(getattr(self, name)))

    def connect(self, sock: Any, address: Any) -> None:
        if not self._leads_away(sock, address):
            self.real["connect"](sock, address)
            return
        host, port = address[:2]
        numeric = host if is_address(host) else self.socket["gethostbyname"](host)
        place = RemoteHost(self.network.names.get(numeric, host), (numeric, *address[1:]), tls=port == 443)
        if sock.type == self.socket["SOCK_STREAM"]:
            if port < WELL_KNOWN and port not in HTTP_PORTS:
                raise ConnectionRefusedError(111, "Connection refused (canned answers are for HTTP only)")
            self._open(sock, place)
        self.places[sock] = place

    def connect_ex(self, sock: Any, address: Any) -> int:
        if not self._leads_away(sock, address):
            return int(self.real["connect_ex"](sock, address))
        try:
            self.connect(sock, address)
        except OSError as error:
            return error.errno or 1
        return 0

    def getpeername(self, sock: Any) -> Any:
        return self.places[sock].address if sock in self.places else self.real["getpeername"](sock)

    def getsockname(self, sock: Any) -> Any:
        ours = (OUR_ADDRESS, FIRST_FREE_PORT + sock.fileno())
        return ours if sock in self.places else self.real["getsockname"](sock)

    def setsockopt(self, sock: Any, *options: Any) -> None:
        if sock not in self.places:  # what is set for TCP cannot be set for a pair
            self.real["setsockopt"](sock, *options)

    def sendto(self, sock: Any, data: Any, *where: Any) -> int:
        away = self._leads_away(sock, where[-1])
        return len(data) if away else int(self.real["sendto"](sock, data, *where))

    def _leads_away(self, sock: Any, address: Any) -> bool:
        internet = sock.family in (self.socket["AF_INET"], self.socket["AF_INET6"])
        named = isinstance(address, tuple) and address and isinstance(address[0], str)
        return bool(internet and named and not is_here(address[0]))

    def _open(self, sock: Any, place: RemoteHost) -> None:
        """Puts one end of a pair in the place of the socket's own descriptor; the responder has the other."""
        near, far = self.socket["socketpair"]()
        timeout = sock.gettimeout()
        os.dup2(near.fileno(), sock.fileno(), inheritable=False)
        near.close()
        sock.settimeout(timeout)
        threading.Thread(target=self.network.serve, args=(far, place), daemon=True).start()
