import { once } from 'node:events'
import { createServer } from 'node:net'
import { createTestNetwork } from '@svc/raw-socket/testing'
import { expect, it } from 'vitest'
import { until } from '../test/until.ts'
import { watchClosedPorts } from './closed-ports.ts'
import type { PortAttempt } from './detect/port-scan.ts'

it('attempts to reach ports that nobody listens on are noticed, those to open ones are not', async () => {
  const { nodes, remove } = await createTestNetwork(['scanner', 'host'], [['scanner', 'host']])
  const { scanner, host } = nodes
  const connect = (address: string, ports: string) =>
    scanner.run('bash', '-c', `for port in ${ports}; do (exec 3<>/dev/tcp/${address}/$port) 2>/dev/null; done; true`)
  const attempts: PortAttempt[] = []
  const states: string[] = []
  const seen = () => attempts.map(({ ip, port }) => `${ip} ${port}`).sort()
  try {
    await host.within(async () => {
      const open = createServer((socket) => socket.destroy()).listen(8080)
      await once(open, 'listening')
      const watch = watchClosedPorts({
        pollMs: 50,
        onAttempt: (attempt) => attempts.push(attempt),
        onState: (state) => states.at(-1) !== state && states.push(state),
      })
      await until(() => states, ['reading'])
      connect(host.ipv4[0] ?? '', '21 22 23 8080')
      connect(host.ipv6[0] ?? '', '25 8080')
      const [v4, v6] = [scanner.ipv4[0], scanner.ipv6[0]]
      await until(seen, [`${v4} 21`, `${v4} 22`, `${v4} 23`, `${v6} 25`].sort())
      // Each once, however often it is read; and the table is made again if somebody removes it.
      host.run('nft', 'flush', 'ruleset')
      await until(() => states, ['reading', 'failed', 'reading'])
      await watch.close()
      expect(host.run('nft', 'list', 'tables')).toBe('')
      open.close()
    })
  } finally {
    await remove()
  }
})
