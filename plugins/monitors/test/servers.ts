import { once } from 'node:events'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { type AddressInfo, createServer, type Socket } from 'node:net'

const closers: (() => Promise<void>)[] = []

/** Closes every server that a test started. */
export const closeServers = async () => {
  for (const close of closers.splice(0)) await close()
}
export const onClose = (close: () => Promise<void>) => void closers.push(close)

/** A TCP server on a free loopback port. */
export async function serveTcp(onConnection: (socket: Socket) => void = () => {}) {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    // Unread data would hide that the other end closed the connection.
    socket
      .on('error', () => {})
      .on('close', () => sockets.delete(socket))
      .resume()
    onConnection(socket)
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

/** A web server on a free loopback port. */
export async function serveHttp(onRequest: RequestListener) {
  const requests: { method: string; url: string; headers: NodeJS.Dict<string | string[]>; body: string }[] = []
  const server = createHttpServer((req, res) => {
    const chunks: Buffer[] = []
    req.on('data', (chunk: Buffer) => chunks.push(chunk))
    req.on('end', () => {
      const { method = '', url = '', headers } = req
      requests.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
      onRequest(req, res)
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
  return { port, url: `http://127.0.0.1:${port}`, requests, close }
}
