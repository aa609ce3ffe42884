import type { Clock } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { MonitorType } from '../monitor-schema.ts'
import { makeRdapClient } from '../registry/rdap-client.ts'
import { makeWhoisClient } from '../registry/whois-client.ts'
import { dnsKind } from './dns.ts'
import { httpKind } from './http.ts'
import type { Kind } from './kind.ts'
import { makeReadTarget } from './read-target.ts'
import { sslKind } from './ssl.ts'
import { tcpKind } from './tcp.ts'
import { whoisKind } from './whois.ts'

interface Parts {
  readonly clock: Clock
  readonly outbound: Outbound
  readonly version: string
  /** where the lists of registries are */
  readonly registries: { readonly rdap_bootstrap_url: string; readonly whois_server: string }
  /** authorities to trust besides those of the program, in PEM */
  readonly authorities?: readonly string[]
}

/** Every type of monitor. */
export function makeKinds(given: Parts): (type: MonitorType) => Kind {
  const { rdap_bootstrap_url: bootstrapUrl, whois_server: rootServer } = given.registries
  const parts = { ...given, readTarget: makeReadTarget(given.outbound) }
  const kinds: Readonly<Record<MonitorType, Kind>> = {
    ssl: sslKind(parts),
    dns: dnsKind(parts),
    http_keyword: httpKind(parts),
    tcp: tcpKind(parts),
    whois: whoisKind({
      ...parts,
      rdap: makeRdapClient({ ...given, bootstrapUrl }),
      whois: makeWhoisClient({ ...given, rootServer }),
    }),
  }
  return (type) => kinds[type]
}
