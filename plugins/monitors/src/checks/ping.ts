import { execFile } from 'node:child_process'
import { type CodedText, text } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import { type CheckType, failed, succeeded } from './check-type.ts'
import { configReader, readTimeout } from './config-reader.ts'
import { describeError, timedOut } from './error-text.ts'
import type { ReadTarget } from './read-target.ts'

interface Parts {
  readonly outbound: Pick<Outbound, 'resolve'>
  readonly readTarget: ReadTarget
}

interface PingRun {
  /** milliseconds; undefined without an answer */
  readonly time: number | undefined
  readonly error: CodedText | undefined
}

/** Sends one echo request with the program of the system, which has the privilege that it takes. */
function ping(address: string, seconds: number, signal: AbortSignal): Promise<PingRun> {
  const { promise, resolve } = Promise.withResolvers<PingRun>()
  const args = ['-n', '-c', '1', '-W', String(seconds), address]
  execFile(
    'ping',
    args,
    { signal, timeout: (seconds + 2) * 1000, env: { LC_ALL: 'C', PATH: process.env.PATH } },
    (error, stdout) => {
      const [, time] = /time[=<]([\d.]+) ms/.exec(stdout) ?? []
      if (time !== undefined) return resolve({ time: Number(time), error: undefined })
      const isMissing = (error as NodeJS.ErrnoException | null)?.code === 'ENOENT'
      resolve({ time: undefined, error: isMissing ? text('monitors.PING_MISSING') : undefined })
    },
  )
  return promise
}

/** Checks whether a host answers echo requests. */
export const makePingCheck = ({ outbound, readTarget }: Parts): CheckType<{ readonly timeout: number }> => ({
  type: 'ping',
  secretFields: [],
  async readTarget(given) {
    await readTarget('icmp', given)
    return given
  },
  readConfig: (config) => ({ timeout: readTimeout(configReader(config, ['timeout'])) }),
  async check({ target, config: { timeout }, signal }) {
    try {
      const { host } = await readTarget('icmp', target)
      const [address] = await outbound.resolve(host, { reach: 'network', timeoutMs: timeout * 1000, signal })
      const { time, error } = await ping(address ?? host, timeout, signal)
      if (time !== undefined) return succeeded(time, { address })
      return failed(error ?? timedOut(timeout), null, { address })
    } catch (error) {
      return failed(describeError(error, timeout))
    }
  },
})
