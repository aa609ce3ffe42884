import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createConnection, isIP, isIPv6, type Socket } from 'node:net'
import type { Clock } from '@svc/plugin-sdk'
import type { Outbound, OutboundAnswer, OutboundOptions } from '../contract.ts'
import { makeAddressRules } from './address-rules.ts'
import { withDeadline } from './deadline.ts'
import { checkLiteral, type Destination, destinationOf } from './destination.ts'
import { checkedResolve, pinnedLookup, type Resolve } from './pinned-lookup.ts'
import { readBody } from './read-body.ts'

interface Parts {
  readonly clock: Pick<Clock, 'after'>
  /** address ranges that the operator opened */
  readonly allowPrivate: readonly string[]
  /** replaces the system's resolver */
  readonly resolve?: Resolve
}

const systemResolver: Resolve = (hostname) => lookup(hostname, { all: true })

/** One header, whichever way the caller spells it: a packed body could be far longer than what was read. */
const plainOnly = (headers: OutboundOptions['headers'] = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'accept-encoding')),
  'accept-encoding': 'identity',
})

/** The one way out of the program. Proxies of the environment are ignored: they would resolve names unchecked. */
export function makeOutbound({ clock, allowPrivate, resolve = systemResolver }: Parts): Outbound {
  const mayConnect = makeAddressRules(allowPrivate)
  const resolveChecked = checkedResolve(resolve, mayConnect)

  async function exchange({ url, permission }: Destination, options: OutboundOptions, signal: AbortSignal) {
    // loaded on first use, because most installations rarely ask anybody anything
    const { Client } = await import('./client.ts')
    // A connection of its own: a kept one could have been opened under the rules for a trusted host.
    const client = new Client(url.origin, {
      connect: { lookup: pinnedLookup(resolveChecked, permission), timeout: 0, rejectUnauthorized: true },
      // the clock of the program decides
      ...{ headersTimeout: 0, bodyTimeout: 0 },
    })
    try {
      const answer = await client.request({
        path: url.pathname + url.search,
        method: (options.method ?? 'GET') as 'GET',
        headers: plainOnly(options.headers),
        body: options.body ?? null,
        signal,
      })
      return { status: answer.statusCode, ...(await readBody(answer, url.origin, options)) }
    } finally {
      // without waiting: what is still on its way is of no interest
      void client.destroy().catch(() => {})
    }
  }

  return {
    async request(given, options = {}): Promise<OutboundAnswer> {
      const destination = destinationOf(given, options, mayConnect)
      return withDeadline(clock, options, destination.url.origin, (signal) => exchange(destination, options, signal))
    },

    async connect({ host, port, reach = 'public', trustedHost, ...limits }): Promise<Socket> {
      const subject = isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`
      const permission = { reach, trusted: trustedHost === subject }
      checkLiteral(host, subject, permission, mayConnect)
      return withDeadline(clock, limits, subject, async (signal) => {
        const socket = createConnection({ host, port, lookup: pinnedLookup(resolveChecked, permission), signal })
        await once(socket, 'connect')
        // a connection that breaks while nobody listens must not end the program
        return socket.on('error', () => {})
      })
    },

    async resolve(host, { reach = 'public', ...limits } = {}) {
      const permission = { reach, trusted: false }
      checkLiteral(host, host, permission, mayConnect)
      if (isIP(host)) return [host]
      const found = await withDeadline(clock, limits, host, () => resolveChecked(host, permission))
      return found.map(({ address }) => address)
    },
  }
}
