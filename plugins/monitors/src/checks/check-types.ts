import type { ContainerStates } from '@svc/plugin-docker/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { MonitorType } from '../monitor-schema.ts'
import { makeRdapClient } from '../registry/rdap-client.ts'
import { makeWhoisClient } from '../registry/whois-client.ts'
import type { CheckType } from './check-type.ts'
import { makeDatabaseCheck } from './database/database-check.ts'
import { makeDnsCheck } from './dns.ts'
import { makeDockerCheck } from './docker.ts'
import { makeHttpCheck } from './http.ts'
import { makePingCheck } from './ping.ts'
import { pushCheck } from './push.ts'
import { makeReadTarget } from './read-target.ts'
import { makeSslCheck } from './ssl.ts'
import { makeTcpCheck } from './tcp.ts'
import { makeWhoisCheck } from './whois.ts'

interface Parts {
  readonly clock: Clock
  readonly outbound: Outbound
  readonly version: string
  readonly servers: Pick<Servers, 'get'>
  /** undefined while the docker plugin is disabled */
  readonly containers: ContainerStates | undefined
  /** where to look up the registry of a domain */
  readonly registries: { readonly rdap_bootstrap_url: string; readonly whois_server: string }
  /** certificate authorities to trust besides the built-in ones, in PEM */
  readonly authorities?: readonly string[]
}

/** All monitor types. */
export function makeCheckTypes(parts: Parts): (type: MonitorType) => CheckType {
  const { rdap_bootstrap_url: bootstrapUrl, whois_server: rootServer } = parts.registries
  const checkParts = { ...parts, readTarget: makeReadTarget(parts.outbound) }
  const checkTypes: Readonly<Record<MonitorType, CheckType>> = {
    ssl: makeSslCheck(checkParts),
    dns: makeDnsCheck(checkParts),
    http_keyword: makeHttpCheck(checkParts),
    ping: makePingCheck(checkParts),
    push: pushCheck,
    tcp: makeTcpCheck(checkParts),
    postgres: makeDatabaseCheck('postgres', checkParts),
    mysql: makeDatabaseCheck('mysql', checkParts),
    redis: makeDatabaseCheck('redis', checkParts),
    docker: makeDockerCheck(checkParts),
    whois: makeWhoisCheck({
      ...checkParts,
      rdap: makeRdapClient({ ...parts, bootstrapUrl }),
      whois: makeWhoisClient({ ...parts, rootServer }),
    }),
  }
  return (type) => checkTypes[type]
}
