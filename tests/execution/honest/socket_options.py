# why: buffers that it asks for are not needed; options, names of interfaces and many connections at a time are
# checks: literal
import asyncio
import socket


async def conversation(count):
    async def answer(reader, writer):
        writer.write(2 * await reader.readexactly(4))
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(answer, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]

    async def ask():
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(b"ping")
        said = await reader.read()
        writer.close()
        return said

    said = await asyncio.gather(*(ask() for _ in range(count)))
    server.close()
    return said


def double(x):
    assert "lo" in [name for _, name in socket.if_nameindex()]
    one, other = socket.socketpair()
    for option, value in ((socket.SO_SNDBUF, 1 << 20), (socket.SO_RCVBUF, 1 << 16), (socket.SO_KEEPALIVE, 1)):
        one.setsockopt(socket.SOL_SOCKET, option, value)
    assert one.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF) > 0
    one.sendall(b"x" * 50_000)
    assert len(other.recv(100_000)) == 50_000
    assert asyncio.run(conversation(100)) == [b"pingping"] * 100
    return 2 * x
