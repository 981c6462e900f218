# why: tasks, timeouts, a subprocess and a server on the loopback
# checks: literal
import asyncio
async def serve(reader, writer):
    writer.write((await reader.readline()) * 2)
    await writer.drain(); writer.close()
async def main(x):
    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.sockets[0].getsockname()[1])
    writer.write(b"ab\n"); assert await reader.read() == b"ab\nab\n"
    writer.close(); server.close()
    process = await asyncio.create_subprocess_exec("echo", "hi", stdout=asyncio.subprocess.PIPE)
    assert (await process.communicate())[0] == b"hi\n"
    try: await asyncio.wait_for(asyncio.sleep(5), 0.01)
    except asyncio.TimeoutError: pass
    return sum(await asyncio.gather(asyncio.sleep(0, x), asyncio.to_thread(lambda: x)))
def double(x): return asyncio.run(main(x))
