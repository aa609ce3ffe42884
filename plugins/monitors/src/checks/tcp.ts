import { type Clock, invalid } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import { readMembers, readTimeout } from './config-reader.ts'
import { explain } from './explain.ts'
import type { Kind } from './kind.ts'
import { failed, succeeded } from './outcome.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly outbound: Pick<Outbound, 'connect'>
  readonly readTarget: ReadTarget
}

/** Whether a port takes connections. */
export const tcpKind = ({ clock, outbound, readTarget }: Parts): Kind<{ readonly timeout: number }> => ({
  type: 'tcp',
  sealed: [],
  async readTarget(text) {
    await readTarget('tcp', text)
    if (!/:\d+$/.test(text) || /^[^[]*:.*:/.test(text)) throw invalid('target', 'must be host:port or [address]:port')
    return text
  },
  readConfig: (given) => ({ timeout: readTimeout(readMembers(given, ['timeout'])) }),
  async check({ target, config: { timeout }, signal }) {
    const started = clock.now()
    try {
      const { host, port } = await readTarget('tcp', target)
      const socket = await outbound.connect({ host, port, reach: 'network', timeoutMs: timeout * 1000, signal })
      socket.destroy()
      return succeeded(Math.max(0, clock.now() - started), { connected: true })
    } catch (error) {
      return failed(explain(error, timeout), null, { connected: false })
    }
  },
})
