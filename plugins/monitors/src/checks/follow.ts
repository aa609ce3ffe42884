import type { Clock } from '@svc/plugin-sdk'
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundOptions } from '@svc/plugin-system/contract'

interface Request
  extends Pick<OutboundOptions, 'method' | 'headers' | 'body' | 'reach' | 'maxBytes' | 'cut' | 'signal'> {
  readonly url: string
  /** for all hops together */
  readonly timeoutMs: number
  readonly mostRedirects: number
  /** headers that every hop gets: they hold nothing of the user's */
  readonly everywhere?: Readonly<Record<string, string>>
  /** host that the configuration file names */
  readonly trustedHost?: string
  /** An answer that is wanted as it is, although it leads elsewhere. */
  isWanted?(status: number): boolean
}

export interface Followed extends OutboundAnswer {
  readonly redirects: number
}

/** An address led to another one too often. */
export class TooManyRedirects extends Error {}

const redirecting = new Set([301, 302, 303, 307, 308])

function nextOf(from: string, { status, headers }: OutboundAnswer): string | undefined {
  const { location } = headers
  if (!redirecting.has(status) || typeof location !== 'string') return undefined
  try {
    return new URL(location, from).href
  } catch {
    return undefined
  }
}

/** The usual headers without those that were chosen, whichever way they are spelled. */
const unless = (chosen: OutboundOptions['headers'] = {}, usual: Readonly<Record<string, string>> = {}) => {
  const names = new Set(Object.keys(chosen).map((name) => name.toLowerCase()))
  return Object.fromEntries(Object.entries(usual).filter(([name]) => !names.has(name)))
}

/**
 * Asks an address and follows where it leads. Each hop is judged like the first; whoever answers it was not named by the
 * user, so it gets neither headers nor body.
 */
export async function follow(
  { clock, outbound }: { readonly clock: Pick<Clock, 'now'>; readonly outbound: Pick<Outbound, 'request'> },
  { url, timeoutMs, mostRedirects, everywhere, isWanted, method, headers, body, ...rest }: Request,
): Promise<Followed> {
  const deadline = clock.now() + timeoutMs
  const ask = (to: string, options: OutboundOptions) => {
    const left = deadline - clock.now()
    if (left <= 0) throw new OutboundError('timeout', `${new URL(to).origin} did not answer in time`)
    return outbound.request(to, { ...rest, ...options, timeoutMs: Math.min(left, timeoutMs) })
  }
  let at = url
  let answer = await ask(at, {
    ...(method && { method }),
    ...(body !== undefined && { body }),
    headers: { ...unless(headers, everywhere), ...headers },
  })
  for (let redirects = 0; ; redirects += 1) {
    const next = isWanted?.(answer.status) ? undefined : nextOf(at, answer)
    if (next === undefined) return { ...answer, redirects }
    if (redirects === mostRedirects) throw new TooManyRedirects(`more than ${mostRedirects} redirects`)
    at = next
    answer = await ask(at, { headers: { ...everywhere } })
  }
}
