import { type Clock, invalid } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import { type CheckType, failed, succeeded } from './check-type.ts'
import { configReader, readTimeout } from './config-reader.ts'
import { describeError } from './error-text.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly clock: Pick<Clock, 'now'>
  readonly outbound: Pick<Outbound, 'connect'>
  readonly readTarget: ReadTarget
}

/** Checks whether a port accepts connections. */
export const makeTcpCheck = ({ clock, outbound, readTarget }: Parts): CheckType<{ readonly timeout: number }> => ({
  type: 'tcp',
  secretFields: [],
  async readTarget(text) {
    await readTarget('tcp', text)
    if (!/:\d+$/.test(text) || /^[^[]*:.*:/.test(text)) throw invalid('target', 'monitors.HOST_AND_PORT')
    return text
  },
  readConfig: (config) => ({ timeout: readTimeout(configReader(config, ['timeout'])) }),
  async check({ target, config: { timeout }, signal }) {
    const startedAt = clock.now()
    try {
      const { host, port } = await readTarget('tcp', target)
      const socket = await outbound.connect({ host, port, reach: 'network', timeoutMs: timeout * 1000, signal })
      socket.destroy()
      return succeeded(Math.max(0, clock.now() - startedAt), { connected: true })
    } catch (error) {
      return failed(describeError(error, timeout), null, { connected: false })
    }
  },
})
