import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** A real HTTP server on the loopback address that records requests. */
export async function startReceiver(respond: RequestListener = (_, res) => res.end('ok')) {
  const received: Received[] = []
  const receiver = { respond }
  const server = createServer(async (req, res) => {
    const chunks = await req.toArray().catch(() => undefined)
    // Its sender broke off.
    if (!chunks) return
    const { method = '', url = '', headers } = req
    received.push({ method, url, headers, body: Buffer.concat(chunks).toString() })
    receiver.respond(req, res)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(receiver, {
    received,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  })
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
