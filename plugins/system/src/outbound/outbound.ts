import { lookup } from 'node:dns/promises'
import type { Clock } from '@svc/plugin-sdk'
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundOptions } from '../contract.js'
import { makeAddressRules } from './address-rules.js'
import { type Destination, destinationOf } from './destination.js'
import { pinnedLookup, type Resolve } from './pinned-lookup.js'
import { readBody } from './read-body.js'

interface Parts {
  readonly clock: Pick<Clock, 'after'>
  /** address ranges that the operator opened */
  readonly allowPrivate: readonly string[]
  /** replaces the system's resolver */
  readonly resolve?: Resolve
}

const systemResolver: Resolve = (hostname) => lookup(hostname, { all: true })

/** Only the code of a fault: texts and causes can quote what was sent. */
function fault(error: unknown, origin: string): OutboundError {
  if (error instanceof OutboundError) return error
  const { code } = error as NodeJS.ErrnoException
  return new OutboundError('failed', `${origin} gave no answer${typeof code === 'string' ? ` (${code})` : ''}`)
}

/** One header, whichever way the caller spells it: a packed body could be far longer than what was read. */
const plainOnly = (headers: OutboundOptions['headers'] = {}): Record<string, string> => ({
  ...Object.fromEntries(Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'accept-encoding')),
  'accept-encoding': 'identity',
})

/** The one way out of the program. Proxies of the environment are ignored: they would resolve names unchecked. */
export function makeOutbound({ clock, allowPrivate, resolve = systemResolver }: Parts): Outbound {
  const mayConnect = makeAddressRules(allowPrivate)

  async function exchange({ url, trusted }: Destination, options: OutboundOptions, signal: AbortSignal) {
    // loaded on first use, because most installations rarely ask anybody anything
    const { Client } = await import('./client.js')
    // A connection of its own: a kept one could have been opened under the rules for a trusted host.
    const client = new Client(url.origin, {
      connect: { lookup: pinnedLookup(resolve, mayConnect, trusted), timeout: 0, rejectUnauthorized: true },
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
      const read = await readBody(answer, url.origin, options.maxBytes ?? 1024 * 1024, options.onProgress)
      return { status: answer.statusCode, ...read }
    } finally {
      // without waiting: what is still on its way is of no interest
      void client.destroy().catch(() => {})
    }
  }

  return {
    async request(given, options = {}): Promise<OutboundAnswer> {
      const destination = destinationOf(given, options.trustedHost, mayConnect)
      const { origin } = destination.url
      const { timeoutMs = 10_000, signal } = options
      const stop = new AbortController()
      const stopped = new Promise<never>((_, reject) => {
        stop.signal.addEventListener('abort', () => reject(stop.signal.reason))
      })
      const cancel = clock.after(timeoutMs, () => {
        stop.abort(new OutboundError('timeout', `${origin} did not answer within ${timeoutMs} ms`))
      })
      const abort = () => stop.abort(new OutboundError('failed', `the request to ${origin} was stopped`))
      signal?.addEventListener('abort', abort)
      if (signal?.aborted) abort()
      try {
        return await Promise.race([exchange(destination, options, stop.signal), stopped])
      } catch (error) {
        throw fault(stop.signal.aborted ? stop.signal.reason : error, origin)
      } finally {
        cancel()
        signal?.removeEventListener('abort', abort)
      }
    },
  }
}
