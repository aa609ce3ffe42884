import { createServer } from 'node:http'
import { type AddressInfo, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** A web server on an address of this machine that agents may probe; loopback is not allowed. */
export interface CountedWeb {
  readonly address: string
  readonly port: number
  /** number of requests for a path */
  visits(path: string): number
  close(): Promise<void>
}

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const own = all.find(({ internal, address }) => !internal && isIPv4(address))
  if (!own) throw new Error('this machine has no address of its own to probe')
  return own.address
}

export async function countedWeb(): Promise<CountedWeb> {
  const counts = new Map<string, number>()
  const server = createServer(({ url = '' }, response) => {
    counts.set(url, (counts.get(url) ?? 0) + 1)
    response.end()
  })
  const address = ownAddress()
  await new Promise<void>((resolve) => server.listen(0, address, resolve))
  return {
    address,
    port: (server.address() as AddressInfo).port,
    visits: (path) => counts.get(path) ?? 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
