import type { Link, Logger, Sampler } from '@svc/agent-sdk'
import { Metrics, Report, type ReportPayload, reportMetrics } from '@svc/protocol'
import { reasonOf } from './fatal-error.ts'
import type { NumberedReport } from './report-buffer.ts'
import { sanitize } from './sanitize.ts'
import { waitAtMost } from './wait.ts'

export interface ReporterOptions {
  /** the samplers of the running plugins */
  samplers(): readonly Sampler[]
  /** called with every report, sent or not */
  onReport(report: NumberedReport): void
  readonly log: Logger
}

export interface Destination {
  readonly link: Link
  /** whether the server supports sequence numbers */
  readonly sendsSeq: boolean
}

export interface Reporter {
  /** Reports to this connection until it ends. Sampling starts with the first call and never stops. */
  start(destination: Destination, intervalSeconds: number): void
  /** sequence number of the last report, 0 before the first */
  readonly seq: number
  close(): void
}

/** Share of the interval that samplers may take. The fields of slower ones are missing from the report. */
const maxSamplingShare = 0.6

/** Metrics that describe one interval. All others are levels or totals. */
const intervalMetrics: readonly string[] = ['cpu', 'net_in_speed', 'net_out_speed']
const carriedMetrics = reportMetrics.filter((name) => !intervalMetrics.includes(name))

/** Runs a sampler, but never twice at the same time. */
function makeSamplerRunner(sampler: Sampler, log: Logger) {
  let isBusy = false
  let isFailing = false
  return async (): Promise<Partial<ReportPayload>> => {
    if (isBusy) return {}
    isBusy = true
    try {
      const fields = await sampler.sample()
      isFailing = false
      return fields
    } catch (error) {
      if (!isFailing) log.warn({ sampler: sampler.name, reason: reasonOf(error) }, 'sampler failed')
      isFailing = true
      return {}
    } finally {
      isBusy = false
    }
  }
}

/**
 * Merges the samples of all plugins into reports. Sampling starts with the first connection, at the interval the server
 * sets, and continues while disconnected. Plugins may be loaded and unloaded at any time.
 */
export function makeReporter({ samplers, onReport, log }: ReporterOptions): Reporter {
  const runners = new WeakMap<Sampler, ReturnType<typeof makeSamplerRunner>>()
  const runnerOf = (sampler: Sampler) => {
    const runner = runners.get(sampler) ?? makeSamplerRunner(sampler, log)
    runners.set(sampler, runner)
    return runner
  }
  let timer: NodeJS.Timeout | undefined
  let currentInterval: number | undefined
  let previous: Partial<ReportPayload> = {}
  let seq = 0
  let destination: Destination | undefined
  /** whether the samplers were reset for this destination */
  let isReset = false

  function resetSamplers(): void {
    isReset = true
    for (const sampler of samplers()) {
      try {
        sampler.reset?.()
      } catch (error) {
        log.warn({ sampler: sampler.name, reason: reasonOf(error) }, 'resetting the sampler failed')
      }
    }
  }

  async function collect(timeoutMs: number): Promise<Partial<ReportPayload>> {
    const merged: Partial<ReportPayload> = {}
    const all = samplers().map(async (sampler) => {
      Object.assign(merged, await runnerOf(sampler)())
    })
    await waitAtMost(timeoutMs, Promise.all(all))
    // Copy, so that a late sampler cannot change a report being sent.
    return { ...merged }
  }

  async function report(intervalSeconds: number): Promise<void> {
    // A connection established while collecting gets its first report from the next sample.
    const target = isReset ? destination : undefined
    const sampled = await collect(intervalSeconds * 1000 * maxSamplingShare)
    // Carry over missing values: a level of 0 would be a false dip, a total of 0 would look like a restart.
    const lastKnown = Object.fromEntries(carriedMetrics.map((name) => [name, previous[name]]))
    const metrics = sanitize(Metrics, { ...lastKnown, ...sampled })
    previous = metrics
    seq += 1
    onReport({ ...metrics, seq })
    if (target && !target.link.signal.aborted) target.link.send(Report, target.sendsSeq ? { ...metrics, seq } : metrics)
    if (!isReset) resetSamplers()
  }

  return {
    get seq() {
      return seq
    },
    start(to, intervalSeconds) {
      destination = to
      // Keep the timer running: restarting it would starve sampling if connections keep dropping. The next sample still
      // covers the time without a connection; the following ones are sent.
      isReset = false
      if (intervalSeconds === currentInterval) return
      currentInterval = intervalSeconds
      resetSamplers()
      clearInterval(timer)
      // Collecting takes less than the interval, so reports never overlap.
      timer = setInterval(() => void report(intervalSeconds), intervalSeconds * 1000)
    },
    close() {
      clearInterval(timer)
    },
  }
}
