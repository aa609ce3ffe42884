import type { ProbeType } from '@svc/probe-target'
import { describeRule, type ProbeTarget, parseProbeTarget } from '@svc/probe-target'
import { describeError, failed, type Outcome, succeeded } from './outcome.ts'
import type { Ping } from './ping.ts'
import type { Resolve } from './resolve.ts'
import type { Semaphore } from './semaphore.ts'
import { TimeoutError, withTimeout } from './timeout.ts'

/** for one probe, including name resolution */
export const probeTimeoutMs = 10_000
/** minimum left for the probe if name resolution was slow */
const minTimeoutMs = 1000

export interface Probe {
  readonly type: ProbeType
  readonly target: string
}

export interface ProberOptions {
  readonly ping: Ping
  readonly resolve: Resolve
  readonly semaphore: Semaphore
  readonly userAgent: string
}

export type Prober = ReturnType<typeof makeProber>

/** The steps of a probe. All reject if `signal` aborts. The code of a probe type is imported on first use. */
export function makeProber({ ping, resolve, semaphore, userAgent }: ProberOptions) {
  /** Resolves a target. Rejects if it is invalid, has no address, or must not be probed. */
  async function resolveTarget({ type, target: text }: Probe, signal: AbortSignal) {
    const target = parseProbeTarget(type, text)
    if ('rule' in target) throw new Error(`the target ${describeRule(target.rule)}`)
    try {
      return { target, address: await resolve(target.host, signal) }
    } catch (error) {
      throw error instanceof TimeoutError ? new Error('the name servers did not respond', { cause: error }) : error
    }
  }

  async function probeHttp({ url, host, port }: ProbeTarget, address: string, signal: AbortSignal): Promise<Outcome> {
    if (!url) throw new Error('the target must be an http or https URL')
    const { getHeaders } = await import('./http.ts')
    const { status, ms } = await getHeaders({ url, host, port, address, userAgent }, signal)
    return status >= 200 && status < 400 ? succeeded(ms) : failed(`HTTP ${status}`, ms)
  }

  async function probeTcp({ port }: ProbeTarget, address: string, signal: AbortSignal): Promise<Outcome> {
    const { connectTcp } = await import('./tcp.ts')
    return succeeded(await connectTcp(address, port, signal))
  }

  /** Runs `work` when a permit is free. The wait does not count towards its timeout. */
  async function withPermit<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const release = await semaphore.acquire(signal)
    try {
      return await work()
    } finally {
      release()
    }
  }

  /** Connects or sends one request. Failures of the target are outcomes, not rejections. */
  const probeOnce = (
    type: 'tcp' | 'http',
    target: ProbeTarget,
    address: string,
    timeoutMs: number,
    signal: AbortSignal,
  ) =>
    withTimeout(timeoutMs, signal, async (limited) => {
      try {
        return await (type === 'http' ? probeHttp : probeTcp)(target, address, limited)
      } catch (error) {
        signal.throwIfAborted()
        return failed(describeError(error))
      }
    })

  async function probeIcmp(address: string, timeoutMs: number, signal: AbortSignal): Promise<Outcome> {
    const { times, routerError, errorOutput } = await ping({ address, count: 1, timeoutMs }, signal)
    const [time] = times
    return time === undefined
      ? failed(routerError ?? errorOutput ?? new TimeoutError(probeTimeoutMs).message)
      : succeeded(Math.min(time, probeTimeoutMs))
  }

  return {
    resolveTarget,
    withPermit,
    probeOnce,
    ping,

    /** Resolves the target and probes it once. */
    async once(probe: Probe, signal: AbortSignal): Promise<Outcome> {
      try {
        const startedAt = performance.now()
        const { target, address } = await withTimeout(probeTimeoutMs, signal, (limited) =>
          resolveTarget(probe, limited),
        )
        const timeoutMs = Math.max(minTimeoutMs, probeTimeoutMs - (performance.now() - startedAt))
        return await withPermit(signal, () =>
          probe.type === 'icmp'
            ? probeIcmp(address, timeoutMs, signal)
            : probeOnce(probe.type, target, address, timeoutMs, signal),
        )
      } catch (error) {
        signal.throwIfAborted()
        return failed(describeError(error))
      }
    },
  }
}
