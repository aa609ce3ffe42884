import { createTestNetwork } from '@svc/raw-socket/testing'

/** Public addresses of somebody who can reach the host. */
export const outside = ['198.51.100.7', '198.51.100.8', '2001:db8::7'] as const

/** A host, and somebody outside with several public addresses. */
export async function makeHosts() {
  const { nodes, remove } = await createTestNetwork(['outside', 'host'], [['outside', 'host']])
  const addresses = { 4: nodes.host.ipv4[0] ?? '', 6: nodes.host.ipv6[0] ?? '' }
  for (const address of outside) {
    nodes.outside.run('ip', 'address', 'add', address, 'dev', 'e0', ...(address.includes(':') ? ['nodad'] : []))
  }
  nodes.host.run('ip', 'route', 'add', '198.51.100.0/24', 'dev', 'e0')
  nodes.host.run('ip', '-6', 'route', 'add', '2001:db8::/32', 'dev', 'e0')
  return {
    host: nodes.host,
    remove,
    /** Which of these addresses reach the host. */
    reaching: (from: readonly string[] = outside) =>
      from.filter((address) => {
        const to = addresses[address.includes(':') ? 6 : 4]
        try {
          nodes.outside.run('ping', '-q', '-c', '1', '-W', '0.3', '-I', address, to)
          return true
        } catch (error) {
          if (!String((error as { stdout?: unknown }).stdout).includes('1 packets transmitted')) throw error
          return false
        }
      }),
  }
}
export type Hosts = Awaited<ReturnType<typeof makeHosts>>
