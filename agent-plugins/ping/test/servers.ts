import { createServer as createHttp, type RequestListener } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer as createTcp, isIPv4, type Server, type Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { isForbiddenAddress } from '@svc/probe-target'
import { certificate } from './certificate.ts'

/** Addresses of this machine that may be probed, of both protocols where it has both; its loopback may not. */
export const ownAddresses = (): string[] =>
  Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .filter(({ internal, address }) => !internal && !isForbiddenAddress(address))
    .map(({ address }) => address)

export function ownAddress(): string {
  const own = ownAddresses().find((address) => isIPv4(address))
  if (own === undefined) throw new Error('this machine has no address of its own to test with')
  return own
}

/** In the form that precedes a port. */
export const toUrlHost = (address: string) => (address.includes(':') ? `[${address}]` : address)

export interface TestServer {
  readonly port: number
  /** how many connections came so far */
  readonly connections: number
  close(): Promise<void>
}

async function open(server: Server, host: string): Promise<TestServer> {
  const sockets = new Set<Socket>()
  let visits = 0
  server.on('connection', (socket) => {
    visits += 1
    sockets.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    get connections() {
      return visits
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A TCP server on an address of this machine; silent by default. */
export const openTcp = (greet: (socket: Socket) => void = () => {}, host = ownAddress()) => open(createTcp(greet), host)
export const openHttp = (answer: RequestListener, host = ownAddress()) => open(createHttp(answer), host)
/** With a self-signed certificate for another name. */
export const openHttps = (answer: RequestListener) => open(createHttps(certificate, answer), ownAddress())

/** A port on which nothing listens. */
export async function closedPort(): Promise<number> {
  const place = await openTcp()
  await place.close()
  return place.port
}
