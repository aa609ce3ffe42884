import type { Link, Logger, Sampler } from '@svc/agent-sdk'
import { Report, type ReportPayload, reportFigures } from '@svc/protocol'
import { fit } from './fit.js'
import { reasonOf } from './refusal.js'
import { within } from './within.js'

export interface Reporter {
  /** Reports on this connection every `seconds`, for the first time after one interval. */
  start(link: Link, seconds: number): void
  stop(): void
}

/** How much of the interval samplers may take; the fields of a slower one are missing this time. */
const share = 0.6

/** What happened within one interval; every other figure is a level or a sum. */
const momentary: readonly string[] = ['cpu', 'net_in_speed', 'net_out_speed']
const lasting = reportFigures.filter((name) => !momentary.includes(name))

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

/** Merges the samplers into `Report`s. The cadence is the server's, from `Welcome`; plugins may come and go. */
export function makeReporter(samplers: () => readonly Sampler[], log: Logger): Reporter {
  const askers = new WeakMap<Sampler, ReturnType<typeof makeAsker>>()
  const askerOf = (sampler: Sampler) => {
    const asker = askers.get(sampler) ?? makeAsker(sampler, log)
    askers.set(sampler, asker)
    return asker
  }
  let timer: NodeJS.Timeout | undefined
  let previous: Partial<ReportPayload> = {}

  async function collect(limitMs: number): Promise<Partial<ReportPayload>> {
    const merged: Partial<ReportPayload> = {}
    const all = samplers().map(async (sampler) => {
      Object.assign(merged, await askerOf(sampler)())
    })
    await within(limitMs, Promise.all(all))
    // A copy: a late sampler must not change what is being sent.
    return { ...merged }
  }

  async function report(link: Link, seconds: number): Promise<void> {
    const found = await collect(seconds * 1000 * share)
    if (link.signal.aborted) return
    // A missing level sent as 0 would be a false dip; a missing sum would look like a restart and count all traffic again.
    const carried = Object.fromEntries(lasting.map((name) => [name, previous[name]]))
    previous = fit(Report.schema, { ...carried, ...found })
    link.send(Report, previous as ReportPayload)
  }

  return {
    start(link, seconds) {
      clearInterval(timer)
      for (const sampler of samplers()) {
        try {
          sampler.reset?.()
        } catch (error) {
          log.warn({ sampler: sampler.name, reason: reasonOf(error) }, 'a sampler could not start afresh')
        }
      }
      // Collecting ends before the interval does, so reports never overlap.
      timer = setInterval(() => void report(link, seconds), seconds * 1000)
    },
    stop() {
      clearInterval(timer)
    },
  }
}
