import type { Socket } from 'node:net'
import type { Clock } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { isUnregistered, parseReferral, parseWhois } from './parse-whois.ts'
import type { Limits } from './rdap-client.ts'
import type { Registration } from './registration.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly outbound: Pick<Outbound, 'connect'>
  /** `host:port` of the server that knows the server of each top-level domain */
  readonly rootServer: string
}

interface WhoisServer {
  readonly host: string
  readonly port: number
}

const maxBytes = 64 * 1024
const cacheMs = 24 * 3_600_000
const maxReferrals = 2000

const parseServer = (text: string): WhoisServer => {
  const [, host = '', port = '43'] = /^\[?(.*?)\]?:(\d+)$/.exec(text) ?? []
  return { host, port: Number(port) }
}

/** Queries WHOIS servers. A query is one line; only the beginning of the response is read. */
export function makeWhoisClient({ clock, outbound, rootServer }: Parts) {
  const referrals = new Map<string, WhoisServer & { readonly until: number }>()

  async function exchange(socket: Socket, query: string): Promise<string> {
    const chunks: Buffer[] = []
    let size = 0
    socket.write(`${query}\r\n`)
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= maxBytes) break
    }
    return Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8')
  }

  async function request({ host, port }: WhoisServer, query: string, { timeoutMs, signal }: Limits): Promise<string> {
    const deadline = clock.now() + timeoutMs
    // Referrals are untrusted: only the configured server may be on a private network.
    const socket = await outbound.connect({ host, port, timeoutMs, signal, trustedHost: rootServer })
    const timeoutError = new OutboundError('timeout', `${host}:${port}`)
    const stop = () => void socket.destroy(timeoutError)
    const cancelTimeout = clock.after(Math.max(0, deadline - clock.now()), stop)
    signal.addEventListener('abort', stop)
    // It may have been aborted while connecting.
    if (signal.aborted) stop()
    try {
      return await exchange(socket, query)
    } catch (error) {
      if (error instanceof OutboundError) throw error
      const { code } = error as NodeJS.ErrnoException
      throw new OutboundError('failed', `${host}:${port}`, code)
    } finally {
      cancelTimeout()
      signal.removeEventListener('abort', stop)
      socket.destroy()
    }
  }

  return {
    /** The WHOIS server of a top-level domain; undefined if there is none. */
    async serverOf(tld: string, limits: Limits): Promise<WhoisServer | undefined> {
      const cached = referrals.get(tld)
      if (cached && cached.until > clock.now() && cached.until - clock.now() <= cacheMs) return cached
      const server = parseReferral(await request(parseServer(rootServer), tld, limits))
      if (!server) return undefined
      if (referrals.size >= maxReferrals) referrals.clear()
      referrals.set(tld, { ...server, until: clock.now() + cacheMs })
      return server
    },

    async lookUp(server: WhoisServer, domain: string, limits: Limits): Promise<Registration | 'unregistered'> {
      const text = await request(server, domain, limits)
      const registration = parseWhois(domain, text)
      return registration.expiresAt === undefined && isUnregistered(text) ? 'unregistered' : registration
    },
  }
}
export type WhoisClient = ReturnType<typeof makeWhoisClient>
