import type { Socket } from 'node:net'
import type { Clock } from '@svc/plugin-sdk'
import { type Outbound, OutboundError } from '@svc/plugin-system/contract'
import { isUnregistered, readWhois, referralIn } from './parse-whois.ts'
import type { Limits } from './rdap-client.ts'
import type { Registration } from './registration.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly outbound: Pick<Outbound, 'connect'>
  /** `host:port` of the server that knows the others */
  readonly rootServer: string
}

interface Place {
  readonly host: string
  readonly port: number
}

const mostBytes = 64 * 1024
const goodFor = 24 * 3_600_000
const mostReferrals = 2000

const placeOf = (text: string): Place => {
  const [, host = '', port = '43'] = /^\[?(.*?)\]?:(\d+)$/.exec(text) ?? []
  return { host, port: Number(port) }
}

/** Asks WHOIS servers: a line goes there, a text comes back, of which only the beginning is read. */
export function makeWhoisClient({ clock, outbound, rootServer }: Parts) {
  const referrals = new Map<string, Place & { readonly until: number }>()

  async function textFrom(socket: Socket, question: string): Promise<string> {
    const chunks: Buffer[] = []
    let size = 0
    socket.write(`${question}\r\n`)
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= mostBytes) break
    }
    return Buffer.concat(chunks).subarray(0, mostBytes).toString('utf8')
  }

  async function ask({ host, port }: Place, question: string, { timeoutMs, signal }: Limits): Promise<string> {
    const deadline = clock.now() + timeoutMs
    // A referral is somebody else's word: only the server that the configuration names may be inside.
    const socket = await outbound.connect({ host, port, timeoutMs, signal, trustedHost: rootServer })
    const late = new OutboundError('timeout', `${host}:${port} did not answer in time`)
    const stop = () => void socket.destroy(late)
    const cancel = clock.after(Math.max(0, deadline - clock.now()), stop)
    signal.addEventListener('abort', stop)
    // it may have been as the connection opened
    if (signal.aborted) stop()
    try {
      return await textFrom(socket, question)
    } catch (error) {
      if (error instanceof OutboundError) throw error
      const { code } = error as NodeJS.ErrnoException
      throw new OutboundError('failed', `${host}:${port} gave no answer`, { code })
    } finally {
      cancel()
      signal.removeEventListener('abort', stop)
      socket.destroy()
    }
  }

  return {
    /** The server of a top-level domain; undefined when there is none. */
    async serverOf(tld: string, limits: Limits): Promise<Place | undefined> {
      const known = referrals.get(tld)
      if (known && known.until > clock.now() && known.until - clock.now() <= goodFor) return known
      const place = referralIn(await ask(placeOf(rootServer), tld, limits))
      if (!place) return undefined
      if (referrals.size >= mostReferrals) referrals.clear()
      referrals.set(tld, { ...place, until: clock.now() + goodFor })
      return place
    },

    async ask(server: Place, domain: string, limits: Limits): Promise<Registration | 'unregistered'> {
      const text = await ask(server, domain, limits)
      const found = readWhois(domain, text)
      return found.expiresAt === undefined && isUnregistered(text) ? 'unregistered' : found
    },
  }
}
export type WhoisClient = ReturnType<typeof makeWhoisClient>
