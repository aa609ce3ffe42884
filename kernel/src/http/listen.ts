import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { BootError, PermanentError, reasonOf } from '../boot-error.ts'

const reasons: Readonly<Record<string, string>> = {
  EADDRINUSE: 'is already in use',
  EACCES: 'needs more privileges than this process has',
  EADDRNOTAVAIL: 'is not an address of this machine',
  ENOTFOUND: 'has a host name that cannot be resolved',
}

/** Why an address cannot be used. */
export const listenReason = (error: unknown): string =>
  reasons[(error as NodeJS.ErrnoException).code ?? ''] ?? `cannot be used: ${reasonOf(error)}`

/** Host and port of `server.listen`. */
export function splitListen(listen: string): { readonly host: string; readonly port: number } {
  const colon = listen.lastIndexOf(':')
  return { host: listen.slice(0, colon).replace(/^\[(.*)\]$/, '$1'), port: Number(listen.slice(colon + 1)) }
}

/** Connections that wait to be accepted; a flood of them would fill a short queue, and others would wait for seconds. */
const backlog = 4096

/** Listens on the configured `host:port`, or on another port of that host. */
export async function listenOn(app: FastifyInstance, listen: string, override?: number) {
  const { host, port: configured } = splitListen(listen)
  const port = override ?? configured
  try {
    await app.listen({ host, port, backlog, listenTextResolver: (address) => `listening on ${address}` })
  } catch (error) {
    const sentence = `server.listen ${listen} ${listenReason(error)}`
    throw (error as NodeJS.ErrnoException).code === 'EACCES' ? new PermanentError(sentence) : new BootError(sentence)
  }
  return { host, port: (app.server.address() as AddressInfo).port }
}
