"""TLS, spoken by saying nothing. Imports nothing of ours.

A connection to the stub never leaves the process and has no certificates, so the handshake is left out and
the same bytes go over the line. Connections to this machine speak TLS as ever.
"""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any


def install(places: Any, after_import: Callable[[dict[str, Any]], None]) -> None:
    """Takes effect when a program first imports ssl. `places` holds the connections that lead to the stub."""
    after_import({"ssl": lambda ssl: Tls(ssl, places).install()})


class Tls:
    """The methods of an SSL socket that need the other end to speak TLS."""

    METHODS = ("do_handshake", "getpeercert", "version", "cipher", "read", "write")

    def __init__(self, ssl: ModuleType, places: Any) -> None:
        self.context, self.kind = vars(ssl)["SSLContext"], vars(ssl)["SSLSocket"]
        self.places = places
        self.real = {name: getattr(self.kind, name) for name in self.METHODS}
        self.real_wrap = self.context.wrap_socket

    def install(self) -> None:
        wrap = self.wrap_socket
        self.context.wrap_socket = lambda context, *arguments, **named: wrap(context, *arguments, **named)
        for name in self.METHODS:
            setattr(self.kind, name, self._either(name))

    def _either(self, name: str) -> Callable[..., Any]:
        ours, real = getattr(self, name), self.real[name]
        return lambda sock, *arguments, **named: (ours if sock in self.places else real)(
            sock, *arguments, **named
        )

    def wrap_socket(
        self,
        context: Any,
        sock: Any,
        server_side: bool = False,
        do_handshake_on_connect: bool = True,
        *rest: Any,
        **named: Any,
    ) -> Any:
        ours = self.places.get(sock)
        shake = do_handshake_on_connect and ours is None
        wrapped = self.real_wrap(context, sock, server_side, shake, *rest, **named)
        if ours is not None:
            self.places[wrapped] = ours
            wrapped.do_handshake()
        return wrapped

    def do_handshake(self, sock: Any, block: bool = False) -> None:
        # Without this object, an SSLSocket reads and writes as the plain socket that it is.
        sock._sslobj = None
        self.places[sock].tls = True

    def getpeercert(self, sock: Any, binary_form: bool = False) -> Any:
        host = sock.server_hostname or self.places[sock].host
        names = (("DNS", host), ("DNS", f"*.{host}"))
        return b"" if binary_form else {"subject": ((("commonName", host),),), "subjectAltName": names}

    def version(self, sock: Any) -> str:
        return "TLSv1.3"

    def cipher(self, sock: Any) -> tuple[str, str, int]:
        return ("TLS_AES_256_GCM_SHA384", "TLSv1.3", 256)

    def read(self, sock: Any, size: int = 1024, buffer: Any = None) -> Any:
        return sock.recv(size) if buffer is None else sock.recv_into(buffer, size)

    def write(self, sock: Any, data: Any) -> int:
        return int(sock.send(data))
