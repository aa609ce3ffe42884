import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, isIPv4 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Session } from './fleet/session.ts'

/** The maximum number of targets, at a common interval. */
const targets = 20
const setting = { interval: 30, packet_count: 10, default_target_ids: [] }
const types = ['icmp', 'tcp', 'http'] as const

/** Seconds until every target has been probed once. */
export const untilProbing = setting.interval

function ownAddress(): string {
  const all = Object.values(networkInterfaces()).flatMap((addresses) => addresses ?? [])
  const own = all.find(({ internal, address }) => !internal && isIPv4(address))
  if (!own) throw new Error('this machine has no address of its own to probe')
  return own.address
}

/** Assigns network probes of all types against this machine to the only server. Resolves to a cleanup function. */
export async function assignProbes(admin: Session): Promise<() => Promise<void>> {
  const webServer = createServer((_, response) => response.end())
  const address = ownAddress()
  await once(webServer.listen(0, address), 'listening')
  const hostPort = `${address}:${(webServer.address() as AddressInfo).port}`
  const [server] = await admin.call<{ id: string }[]>('GET', '/api/servers')
  const target_ids: string[] = []
  for (let index = 0; index < targets; index += 1) {
    const probe_type = types[index % types.length] ?? 'tcp'
    const target = { icmp: address, tcp: hostPort, http: `http://${hostPort}/${index}` }[probe_type]
    const body = { name: `target ${index}`, provider: '', location: '', target, probe_type }
    target_ids.push((await admin.call<{ id: string }>('POST', '/api/network-probes/targets', body)).id)
  }
  await admin.call('PUT', '/api/network-probes/setting', setting)
  await admin.call('PUT', `/api/servers/${server?.id}/network-probes/targets`, { target_ids })
  return async () => {
    webServer.closeAllConnections()
    await once(webServer.close(), 'close')
  }
}
