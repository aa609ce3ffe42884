import { isIP } from 'node:net'
import { OutboundError } from '../contract.js'
import type { MayConnect } from './address-rules.js'

/** Where a request may go. */
export interface Destination {
  readonly url: URL
  /** the configuration file names this host */
  readonly trusted: boolean
}

const parse = (url: string | URL): URL => {
  try {
    // a copy, because the caller's can change while we wait
    return new URL(String(url))
  } catch {
    throw new OutboundError('refused', 'the address is not a URL')
  }
}

/** Checks everything about an address that is known before its name is resolved. */
export function destinationOf(
  given: string | URL,
  trustedHost: string | undefined,
  mayConnect: MayConnect,
): Destination {
  const url = parse(given)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new OutboundError('refused', `only http and https addresses are allowed, not ${url.protocol.slice(0, 32)}`)
  }
  if (url.username || url.password) {
    throw new OutboundError('refused', `the address of ${url.origin} must not contain a user name or password`)
  }
  const trusted = trustedHost !== undefined && trustedHost === url.host
  // Sockets do not resolve what is an address already. A URL spells every form of one, such as 0x7f.1, the same way.
  const literal = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(literal) && !mayConnect(literal, trusted)) {
    throw new OutboundError('refused', `${url.origin} is not a public address`)
  }
  return { url, trusted }
}
