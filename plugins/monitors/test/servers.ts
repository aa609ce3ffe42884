import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const closers: (() => Promise<void>)[] = []

/** Ends every server that a test started. */
export const closeServers = async () => {
  for (const close of closers.splice(0)) await close()
}
export const onClose = (close: () => Promise<void>) => void closers.push(close)

/** A server on a free port of the loopback address that deals with connections. */
export async function serveTcp(deal: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // what nobody reads would hide that the other end went
    socket
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
      .resume()
    deal(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  }
  closers.push(close)
  return { port: (server.address() as AddressInfo).port, close, sockets }
}

/** A web server on a free port of the loopback address. */
export async function serveHttp(answer: RequestListener) {
  const asked: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createHttpServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const { method = '', url = '', headers } = req
      asked.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      answer(req, res)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    if (!server.listening) return
    server.closeAllConnections()
    server.close()
    await once(server, 'close')
  }
  closers.push(close)
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, asked, close }
}
