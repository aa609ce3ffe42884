import { type ProbeTarget, parseProbeTarget } from '@svc/probe-target'
import type { ProbeType } from '@svc/protocol'
import type { Gate } from './gate.ts'
import { failed, type Outcome, succeeded, wordsFor } from './outcome.ts'
import type { Ping } from './ping-program.ts'
import type { Resolve } from './resolve.ts'
import { TimedOut, withLimit } from './time-limit.ts'

/** milliseconds for one probe */
export const probeLimit = 10_000
/** and for one whose name took nearly as long */
const leastLimit = 1000

export interface Probe {
  readonly type: ProbeType
  readonly target: string
}

export interface ProberOptions {
  readonly ping: Ping
  readonly resolve: Resolve
  readonly gate: Gate
  readonly userAgent: string
}

export type Prober = ReturnType<typeof makeProber>

/** The parts of a probe. All of them reject when `signal` aborts. The code of a type is imported with its first probe. */
export function makeProber({ ping, resolve, gate, userAgent }: ProberOptions) {
  /** Where a target leads now. Rejects with a sentence when it leads nowhere, or where nothing may be probed. */
  async function locate({ type, target: text }: Probe, signal: AbortSignal) {
    const target = parseProbeTarget(type, text)
    if ('rule' in target) throw new Error(`the target ${target.rule}`)
    try {
      return { target, address: await resolve(target.host, signal) }
    } catch (error) {
      throw error instanceof TimedOut ? new Error('the name servers do not answer', { cause: error }) : error
    }
  }

  async function overHttp({ url, host, port }: ProbeTarget, address: string, signal: AbortSignal): Promise<Outcome> {
    if (!url) throw new Error('the target must be an http or https URL')
    const { getHeaders } = await import('./http.ts')
    const { status, ms } = await getHeaders({ url, host, port, address, userAgent }, signal)
    return status >= 200 && status < 400 ? succeeded(ms) : failed(`HTTP ${status}`, ms)
  }

  async function overTcp({ port }: ProbeTarget, address: string, signal: AbortSignal): Promise<Outcome> {
    const { connectTcp } = await import('./tcp.ts')
    return succeeded(await connectTcp(address, port, signal))
  }

  /** Waits for its turn, which does not count. */
  async function inTurn<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = await gate.enter(signal)
    try {
      return await work()
    } finally {
      leave()
    }
  }

  /** One connection or request to an address that was judged. Never rejects for what the other side does. */
  const knock = (type: 'tcp' | 'http', target: ProbeTarget, address: string, limitMs: number, signal: AbortSignal) =>
    withLimit(limitMs, signal, async (limited) => {
      try {
        return await (type === 'http' ? overHttp : overTcp)(target, address, limited)
      } catch (error) {
        signal.throwIfAborted()
        return failed(wordsFor(error))
      }
    })

  async function echo(address: string, limitMs: number, signal: AbortSignal): Promise<Outcome> {
    const { times, trouble, complaint } = await ping({ address, count: 1, limitMs }, signal)
    const [time] = times
    return time === undefined
      ? failed(trouble ?? complaint ?? new TimedOut(probeLimit).message)
      : succeeded(Math.min(time, probeLimit))
  }

  return {
    locate,
    inTurn,
    knock,
    ping,

    /** Probes once, its name included. */
    async once(probe: Probe, signal: AbortSignal): Promise<Outcome> {
      try {
        const began = performance.now()
        const { target, address } = await withLimit(probeLimit, signal, (limited) => locate(probe, limited))
        const limitMs = Math.max(leastLimit, probeLimit - (performance.now() - began))
        return await inTurn(signal, () =>
          probe.type === 'icmp' ? echo(address, limitMs, signal) : knock(probe.type, target, address, limitMs, signal),
        )
      } catch (error) {
        signal.throwIfAborted()
        return failed(wordsFor(error))
      }
    },
  }
}
