import type { ReportPayload } from '@svc/protocol'

/** The figures of a report and its number in this run of the agent, from 1. */
export interface NumberedReport extends ReportPayload {
  readonly seq: number
}

export interface ReportRing {
  /** What the server's clock shows now, in milliseconds since the epoch. */
  synchronize(serverTime: number): void
  /** A report made now. One that nobody can date is not kept. */
  add(report: NumberedReport): void
  /** The complete minutes with a report, as their first second, ascending. */
  minutes(): number[]
  /** The last report of a minute. */
  reportOf(minute: number): NumberedReport | undefined
  /** Milliseconds until the running minute is complete; undefined when it has no report. */
  untilComplete(): number | undefined
}

const minuteMs = 60_000

/** Complete minutes that are kept. */
const mostMinutes = 10

/**
 * How far two readings of the server's clock may be apart for what was dated by the first one to stay: slow links and
 * clocks that run unevenly make seconds. It is far less than what would put a report two minutes off.
 */
const slackMs = 15_000

/**
 * Keeps the last report of each of the latest minutes by the server's clock: what the server said at the last connection
 * plus what `elapsed` counted since. The wall clock of this host is not asked, it may be hours off and may be set. When
 * the server's clock shows something else at the next connection, either of the two was set or stood still for a while:
 * nobody can say any more when the reports were made, and they are forgotten.
 */
export function makeReportRing(elapsed: () => number): ReportRing {
  const reports = new Map<number, NumberedReport>()
  /** the server's time when `elapsed` was 0 */
  let origin: number | undefined

  const firstSecond = (ms: number) => (Math.floor(ms / minuteMs) * minuteMs) / 1000

  /** Forgets what is too old. Returns the running minute. */
  function advance(start: number): number {
    const running = firstSecond(elapsed() + start)
    const oldest = running - (mostMinutes * minuteMs) / 1000
    for (const minute of reports.keys()) if (minute < oldest) reports.delete(minute)
    return running
  }

  return {
    synchronize(serverTime) {
      const found = serverTime - elapsed()
      if (origin !== undefined && Math.abs(found - origin) > slackMs) reports.clear()
      origin = found
    },
    add(report) {
      if (origin !== undefined) reports.set(advance(origin), report)
    },
    minutes() {
      if (origin === undefined) return []
      const running = advance(origin)
      return [...reports.keys()].filter((minute) => minute < running).sort((a, b) => a - b)
    },
    reportOf: (minute) => reports.get(minute),
    untilComplete() {
      if (origin === undefined) return undefined
      const running = advance(origin)
      return reports.has(running) ? running * 1000 + minuteMs - (elapsed() + origin) : undefined
    },
  }
}
