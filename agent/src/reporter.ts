import type { Link, Logger, Sampler } from '@svc/agent-sdk'
import { Metrics, Report, type ReportPayload, reportMetrics } from '@svc/protocol'
import { fit } from './fit.ts'
import { reasonOf } from './refusal.ts'
import type { NumberedReport } from './report-ring.ts'
import { within } from './within.ts'

export interface ReporterOptions {
  /** of the plugins that run now */
  samplers(): readonly Sampler[]
  /** gets every report, sent or not */
  keep(report: NumberedReport): void
  readonly log: Logger
}

export interface Outlet {
  readonly link: Link
  /** whether the server knows what the number of a report is */
  readonly isNumbered: boolean
}

export interface Reporter {
  /** Samples every `seconds` from now on, connected or not, and reports on this connection until it ends. */
  start(outlet: Outlet, seconds: number): void
  /** number of the last report of this run, 0 before the first */
  readonly seq: number
  close(): void
}

/** How much of the interval samplers may take; the fields of a slower one are missing this time. */
const share = 0.6

/** What happened within one interval; every other figure is a level or a sum. */
const momentary: readonly string[] = ['cpu', 'net_in_speed', 'net_out_speed']
const lasting = reportMetrics.filter((name) => !momentary.includes(name))

/** One sampler and what it is doing. A sampler that hangs is not asked again until it answered. */
function makeAsker(sampler: Sampler, log: Logger) {
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
      if (!isFailing) log.warn({ sampler: sampler.name, reason: reasonOf(error) }, 'a sampler failed')
      isFailing = true
      return {}
    } finally {
      isBusy = false
    }
  }
}

/**
 * Merges the samplers into `Report`s. The cadence is the server's, from `Welcome`: before the first one nothing is
 * sampled, and from then on at the last one known, whether anybody listens or not. Plugins may come and go.
 */
export function makeReporter({ samplers, keep, log }: ReporterOptions): Reporter {
  const askers = new WeakMap<Sampler, ReturnType<typeof makeAsker>>()
  const askerOf = (sampler: Sampler) => {
    const asker = askers.get(sampler) ?? makeAsker(sampler, log)
    askers.set(sampler, asker)
    return asker
  }
  let timer: NodeJS.Timeout | undefined
  let cadence: number | undefined
  let previous: Partial<ReportPayload> = {}
  let seq = 0
  let outlet: Outlet | undefined
  /** whether the samplers started afresh for this outlet */
  let isFresh = false

  function startAfresh(): void {
    isFresh = true
    for (const sampler of samplers()) {
      try {
        sampler.reset?.()
      } catch (error) {
        log.warn({ sampler: sampler.name, reason: reasonOf(error) }, 'a sampler could not start afresh')
      }
    }
  }

  async function collect(limitMs: number): Promise<Partial<ReportPayload>> {
    const merged: Partial<ReportPayload> = {}
    const all = samplers().map(async (sampler) => {
      Object.assign(merged, await askerOf(sampler)())
    })
    await within(limitMs, Promise.all(all))
    // A copy: a late sampler must not change what is being sent.
    return { ...merged }
  }

  async function report(seconds: number): Promise<void> {
    // One that connects meanwhile begins with a sample of its own.
    const to = isFresh ? outlet : undefined
    const found = await collect(seconds * 1000 * share)
    // A missing level sent as 0 would be a false dip; a missing sum would look like a restart and count all traffic again.
    const carried = Object.fromEntries(lasting.map((name) => [name, previous[name]]))
    const figures = fit(Metrics, { ...carried, ...found })
    previous = figures
    seq += 1
    keep({ ...figures, seq })
    if (to && !to.link.signal.aborted) to.link.send(Report, to.isNumbered ? { ...figures, seq } : figures)
    if (!isFresh) startAfresh()
  }

  return {
    get seq() {
      return seq
    },
    start(to, seconds) {
      outlet = to
      // The sampling goes on as it is, or connections that end soon would never let it happen: the next sample is the
      // last one of the time without a connection, those after it are reported.
      isFresh = false
      if (seconds === cadence) return
      cadence = seconds
      startAfresh()
      clearInterval(timer)
      // Collecting ends before the interval does, so reports never overlap.
      timer = setInterval(() => void report(seconds), seconds * 1000)
    },
    close() {
      clearInterval(timer)
    },
  }
}
