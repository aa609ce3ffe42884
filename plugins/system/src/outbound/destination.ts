import { isIP } from 'node:net'
import { OutboundError, type Reach } from '../contract.ts'
import type { MayConnect, Permission } from './address-rules.ts'

/** Where a request may go. */
export interface Destination {
  readonly url: URL
  readonly permission: Permission
}

const parse = (url: string | URL): URL => {
  try {
    // a copy, because the caller's can change while we wait
    return new URL(String(url))
  } catch {
    throw new OutboundError('refused', 'the address is not a URL')
  }
}

/** What is wrong with where something leads, in the words of the reach. */
const wrong = {
  public: { literal: 'is not a public address', name: 'does not lead to public addresses only' },
  network: {
    literal: 'is an address of this host, its link or a cloud',
    name: 'leads to this host, its link or a cloud',
  },
}

/** The error for a place that may not be reached; `subject` is an address, or a name that led there. */
export const refused = (subject: string, reach: Reach, kind: 'literal' | 'name'): OutboundError =>
  new OutboundError('refused', `${subject} ${wrong[reach][kind]}`, { subject })

/** Throws when `host` is an address that may not be reached: sockets do not look up what is one already. */
export function checkLiteral(host: string, subject: string, permission: Permission, mayConnect: MayConnect): void {
  if (isIP(host) && !mayConnect(host, permission)) throw refused(subject, permission.reach, 'literal')
}

/** Checks everything about an address that is known before its name is resolved. */
export function destinationOf(
  given: string | URL,
  { reach = 'public', trustedHost }: { readonly reach?: Reach; readonly trustedHost?: string },
  mayConnect: MayConnect,
): Destination {
  const url = parse(given)
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    const subject = url.protocol.slice(0, 32)
    throw new OutboundError('refused', `only http and https addresses are allowed, not ${subject}`, { subject })
  }
  if (url.username || url.password) {
    const subject = url.origin
    throw new OutboundError('refused', `the address of ${subject} must not contain a user name or password`, {
      subject,
    })
  }
  const permission = { reach, trusted: trustedHost !== undefined && trustedHost === url.host }
  // A URL spells every form of an address, such as 0x7f.1, the same way.
  checkLiteral(url.hostname.replace(/^\[|\]$/g, ''), url.origin, permission, mayConnect)
  return { url, permission }
}
