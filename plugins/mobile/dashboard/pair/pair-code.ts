/** A code that signs one phone in, once. */
export interface PairCode {
  readonly code: string
  readonly expires_in_secs: number
}

/** What the app reads from the picture. */
export const pairPayload = (origin: string, code: string): string =>
  JSON.stringify({ type: 'svc_pair', server_url: origin, code })

/** What keeps a phone from using this address (`own`), or from using it safely (`http`). */
export function addressWarning(origin: string): 'own' | 'http' | undefined {
  const { hostname, protocol } = new URL(origin)
  const own =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
  return own ? 'own' : protocol === 'http:' ? 'http' : undefined
}
