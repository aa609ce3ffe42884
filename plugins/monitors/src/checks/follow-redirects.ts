import type { Clock } from '@svc/plugin-sdk'
import { type Outbound, type OutboundAnswer, OutboundError, type OutboundOptions } from '@svc/plugin-system/contract'

interface Request
  extends Pick<OutboundOptions, 'method' | 'headers' | 'body' | 'reach' | 'maxBytes' | 'cut' | 'insecure' | 'signal'> {
  readonly url: string
  /** for all hops together */
  readonly timeoutMs: number
  readonly maxRedirects: number
  /** sent on every hop, so they must not hold anything of the user's */
  readonly defaultHeaders?: Readonly<Record<string, string>>
  /** host named in the configuration file */
  readonly trustedHost?: string
  /** Responses with such a status are returned even if they redirect. */
  isExpected?(status: number): boolean
}

interface RedirectedResponse extends OutboundAnswer {
  readonly redirects: number
}

export class TooManyRedirects extends Error {}

const redirectStatuses = new Set([301, 302, 303, 307, 308])

function redirectUrl(from: string, { status, headers }: OutboundAnswer): string | undefined {
  const { location } = headers
  if (!redirectStatuses.has(status) || typeof location !== 'string') return undefined
  try {
    return new URL(location, from).href
  } catch {
    return undefined
  }
}

/** Header names are case-insensitive, so a plain object spread would send both. */
function mergeHeaders(defaults: Readonly<Record<string, string>> = {}, headers: OutboundOptions['headers'] = {}) {
  const names = new Set(Object.keys(headers).map((name) => name.toLowerCase()))
  return { ...Object.fromEntries(Object.entries(defaults).filter(([name]) => !names.has(name))), ...headers }
}

/**
 * Requests a URL and follows redirects. Every hop is checked like the first. The user did not choose the redirect
 * targets, so they get neither headers nor body.
 */
export async function followRedirects(
  { clock, outbound }: { readonly clock: Pick<Clock, 'now'>; readonly outbound: Pick<Outbound, 'request'> },
  { url, timeoutMs, maxRedirects, defaultHeaders, isExpected, method, headers, body, ...rest }: Request,
): Promise<RedirectedResponse> {
  const deadline = clock.now() + timeoutMs
  const request = (to: string, options: OutboundOptions) => {
    const remainingMs = deadline - clock.now()
    if (remainingMs <= 0) throw new OutboundError('timeout', new URL(to).origin)
    return outbound.request(to, { ...rest, ...options, timeoutMs: Math.min(remainingMs, timeoutMs) })
  }
  let current = url
  let response = await request(current, {
    ...(method && { method }),
    ...(body !== undefined && { body }),
    headers: mergeHeaders(defaultHeaders, headers),
  })
  for (let redirects = 0; ; redirects += 1) {
    const next = isExpected?.(response.status) ? undefined : redirectUrl(current, response)
    if (next === undefined) return { ...response, redirects }
    if (redirects === maxRedirects) throw new TooManyRedirects(`more than ${maxRedirects} redirects`)
    current = next
    response = await request(current, { headers: { ...defaultHeaders } })
  }
}
