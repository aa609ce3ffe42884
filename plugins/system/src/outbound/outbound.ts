import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { createConnection, isIP, isIPv6, type Socket } from 'node:net'
import type { Clock } from '@svc/plugin-sdk'
import type { Dispatcher } from 'undici'
import type { Outbound, OutboundAnswer, OutboundOptions, OutboundOrigin } from '../contract.ts'
import { makeAddressRules } from './address-rules.ts'
import { checkedResolve, pinnedLookup, type Resolve } from './checked-lookup.ts'
import { checkHost, type Destination, destinationOf } from './destination.ts'
import { readBody } from './read-body.ts'
import { withTimeout } from './with-timeout.ts'

interface Deps {
  readonly clock: Pick<Clock, 'after'>
  /** ranges such as `10.0.0.0/8` that are allowed besides public addresses */
  readonly allowPrivate?: readonly string[]
  /** whether a host may be reached at all; default: every host */
  readonly allows?: (host: string) => boolean
  /** replaces the system's resolver */
  readonly resolve?: Resolve
}

const systemResolver: Resolve = (hostname) => lookup(hostname, { all: true })

/** Connections to an origin of `keep`. */
const keptConnections = 8

/** Disables compression, because a decompressed body could exceed the limit by far. */
const withoutCompression = (headers: OutboundOptions['headers'] = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'accept-encoding')),
  'accept-encoding': 'identity',
})

/** Ignores proxies of the environment, because they would resolve names unchecked. */
export function makeOutbound({
  clock,
  allowPrivate = [],
  allows = () => true,
  resolve = systemResolver,
}: Deps): Outbound {
  const mayConnect = makeAddressRules(allowPrivate)
  const rules = { allows, mayConnect }
  const resolveChecked = checkedResolve(resolve, mayConnect)

  const connectorOf = ({ permission }: Destination, insecure = false) => ({
    connect: { lookup: pinnedLookup(resolveChecked, permission), timeout: 0, rejectUnauthorized: !insecure },
    // withTimeout applies instead
    headersTimeout: 0,
    bodyTimeout: 0,
  })

  async function exchange(
    client: Dispatcher,
    { origin, path }: { readonly origin: string; readonly path: string },
    options: OutboundOptions,
    signal: AbortSignal,
  ) {
    const response = await client.request({
      origin,
      path,
      method: (options.method ?? 'GET') as 'GET',
      headers: withoutCompression(options.headers),
      body: options.body ?? null,
      signal,
    })
    return { status: response.statusCode, ...(await readBody(response, origin, options)) }
  }

  async function exchangeOnce(destination: Destination, options: OutboundOptions, signal: AbortSignal) {
    // loaded on first use, because many installations never need it
    const { Client } = await import('./client.ts')
    // No connection pool: a pooled connection could have been opened under the rules for a trusted host.
    const { origin, pathname, search } = destination.url
    const client = new Client(origin, connectorOf(destination, options.insecure))
    try {
      return await exchange(client, { origin, path: pathname + search }, options, signal)
    } finally {
      // no need to wait for the rest
      void client.destroy().catch(() => {})
    }
  }

  return {
    withPrivate: (ranges) => makeOutbound({ clock, allowPrivate: ranges, allows, resolve }),

    async request(given, options = {}): Promise<OutboundAnswer> {
      const destination = destinationOf(given, options, rules)
      return withTimeout(clock, options, destination.url.origin, (signal) => exchangeOnce(destination, options, signal))
    },

    keep(given, options = {}): OutboundOrigin {
      const destination = destinationOf(given, options, rules)
      const { origin } = destination.url
      let pool: Promise<Dispatcher> | undefined
      const open = async () => {
        const { Pool } = await import('./client.ts')
        return new Pool(origin, { ...connectorOf(destination), connections: keptConnections })
      }
      return {
        request: (path, more = {}) =>
          withTimeout(clock, more, origin, async (signal) => {
            pool ??= open()
            return exchange(await pool, { origin, path }, more, signal)
          }),
        async close() {
          await (await pool)?.destroy()
        },
      }
    },

    async connect({ host, port, reach = 'public', trustedHost, ...limits }): Promise<Socket> {
      const subject = isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`
      const permission = { reach, trusted: trustedHost === subject }
      checkHost(host, subject, permission, rules)
      return withTimeout(clock, limits, subject, async (signal) => {
        const socket = createConnection({ host, port, lookup: pinnedLookup(resolveChecked, permission), signal })
        await once(socket, 'connect')
        // an error without a listener would crash the process
        return socket.on('error', () => {})
      })
    },

    async resolve(host, { reach = 'public', ...limits } = {}) {
      const permission = { reach, trusted: false }
      checkHost(host, host, permission, rules)
      if (isIP(host)) return [host]
      const found = await withTimeout(clock, limits, host, () => resolveChecked(host, permission))
      return found.map(({ address }) => address)
    },
  }
}
