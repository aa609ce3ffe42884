/** A single-use code that signs a phone in. */
export interface PairCode {
  readonly code: string
  readonly expires_in_secs: number
}

/** Content of the QR code. */
export const pairPayload = (origin: string, code: string): string =>
  JSON.stringify({ type: 'svc_pair', server_url: origin, code })

/** Warns about a loopback address (`own`) or an unencrypted one (`http`). */
export function addressWarning(origin: string): 'own' | 'http' | undefined {
  const { hostname, protocol } = new URL(origin)
  const own =
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
  return own ? 'own' : protocol === 'http:' ? 'http' : undefined
}
