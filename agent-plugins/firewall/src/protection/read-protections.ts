import { readFile } from 'node:fs/promises'
import { networkInterfaces } from 'node:os'
import { protectedRanges } from '@svc/plugin-firewall/wire'
import { parseNetwork } from '@svc/probe-target'
import { readGateways } from './gateways.ts'
import type { Protection } from './protection.ts'
import { makeServerAddresses } from './server-addresses.ts'
import { readSessions } from './sessions.ts'

export interface HostFiles {
  readonly proc?: string
  readonly logind?: string
  readonly resolv?: string
}

const asProtections = (addresses: readonly string[], what: string): Protection[] =>
  addresses.flatMap((text) => {
    // Link-local addresses may have a zone.
    const network = parseNetwork(text.replace(/%.*$/, ''))
    return network ? [{ network, what }] : []
  })

const fixed = protectedRanges.flatMap((range) => asProtections([range], `${range}, which is never blocked`))

async function readNameServers(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return [...text.matchAll(/^\s*nameserver\s+(\S+)/gm)].map(([, address = '']) => address)
}

/** Reads what must not be blocked on this host now. */
export function makeProtections(serverUrl: string, allowList: readonly string[], files: HostFiles = {}) {
  const { proc = '/proc', resolv = '/etc/resolv.conf' } = files
  const allowed = asProtections(allowList, 'the allow list of this host')
  const serverAddresses = makeServerAddresses(serverUrl)
  return async (): Promise<readonly Protection[]> => {
    const [servers, sessions, gateways, nameServers] = await Promise.all([
      serverAddresses(),
      readSessions(files),
      readGateways(proc),
      readNameServers(resolv),
    ])
    const own = Object.values(networkInterfaces()).flatMap((all) => (all ?? []).map(({ address }) => address))
    return [
      ...fixed,
      ...allowed,
      ...asProtections(servers, 'the address of the server'),
      ...asProtections(sessions, 'an address from which somebody is signed in to this host'),
      ...asProtections(own, 'an address of this host'),
      ...asProtections(gateways, 'a gateway of this host'),
      ...asProtections(nameServers, 'a name server of this host'),
    ]
  }
}
