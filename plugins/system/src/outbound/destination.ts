import { isIP } from 'node:net'
import { text } from '@svc/plugin-sdk'
import { OutboundError, type Reach } from '../contract.ts'
import type { MayConnect, Permission } from './address-rules.ts'

/** A checked URL. */
export interface Destination {
  readonly url: URL
  readonly permission: Permission
}

const parse = (url: string | URL): URL => {
  try {
    // a copy, because the caller could change it while we wait
    return new URL(String(url))
  } catch {
    throw new OutboundError('refused', text('system.OUTBOUND_NOT_A_URL'))
  }
}

const codes = {
  public: { literal: 'system.OUTBOUND_NOT_PUBLIC', name: 'system.OUTBOUND_RESOLVES_NOT_PUBLIC' },
  network: { literal: 'system.OUTBOUND_THIS_HOST', name: 'system.OUTBOUND_RESOLVES_THIS_HOST' },
} as const

/** The error for an address that is not allowed; `subject` is the address, or a name that resolves to it. */
export function notAllowed(subject: string, reach: Reach, kind: 'literal' | 'name'): OutboundError {
  return new OutboundError('refused', text(codes[reach][kind], { subject }))
}

/** Rules for hosts and for addresses. */
export interface Rules {
  readonly allows: (host: string) => boolean
  readonly mayConnect: MayConnect
}

/**
 * Throws if `host` is not allowed at all, or is an IP address that is not allowed. Sockets do no lookup for IP addresses, and
 * what is not allowed is not looked up either.
 */
export function checkHost(host: string, subject: string, permission: Permission, { allows, mayConnect }: Rules): void {
  if (!allows(host)) throw new OutboundError('refused', text('system.OUTBOUND_GATED', { subject }))
  if (isIP(host) && !mayConnect(host, permission)) throw notAllowed(subject, permission.reach, 'literal')
}

/** Checks everything that can be checked before name resolution. */
export function destinationOf(
  given: string | URL,
  { reach = 'public', trustedHost }: { readonly reach?: Reach; readonly trustedHost?: string },
  rules: Rules,
): Destination {
  const url = parse(given)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const subject = url.protocol.slice(0, 32)
    throw new OutboundError('refused', text('system.OUTBOUND_SCHEME', { subject }))
  }
  if (url.username || url.password) {
    throw new OutboundError('refused', text('system.OUTBOUND_CREDENTIALS', { subject: url.origin }))
  }
  const permission = { reach, trusted: trustedHost !== undefined && trustedHost === url.host }
  // URL normalizes all notations of an IP address, such as 0x7f.1
  checkHost(url.hostname.replace(/^\[|\]$/g, ''), url.origin, permission, rules)
  return { url, permission }
}
