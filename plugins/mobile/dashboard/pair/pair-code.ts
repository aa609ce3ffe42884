/** A code that signs one phone in, once. */
export interface PairCode {
  readonly code: string
  readonly expires_in_secs: number
}

/** What the app reads from the picture. */
export const pairPayload = (origin: string, code: string): string =>
  JSON.stringify({ type: 'svc_pair', server_url: origin, code })

/** What keeps a phone from using this address, or from using it safely. */
export function addressWarnings(origin: string): ('own' | 'http')[] {
  const { hostname, protocol } = new URL(origin)
  const own =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
  return [...(own ? (['own'] as const) : []), ...(protocol === 'http:' ? (['http'] as const) : [])]
}
