import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LocalServer {
  readonly port: number
  /** requested paths, in order */
  readonly requests: readonly string[]
  /** accepted so far */
  connections(): number
  close(): Promise<void>
}

/** A real server on a free port of the loopback address. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const requests: string[] = []
  let connections = 0
  const server = createServer((req, res) => {
    requests.push(req.url ?? '')
    listener(req, res)
  })
  server.on('connection', () => {
    connections += 1
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections: () => connections,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
