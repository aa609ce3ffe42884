import type { ReportPayload } from '@svc/protocol'

/** A report with its sequence number since the agent started, from 1. */
export interface NumberedReport extends ReportPayload {
  readonly seq: number
}

export interface ReportBuffer {
  /** Synchronizes with the server's clock, in epoch milliseconds. */
  syncClock(serverTime: number): void
  /** Adds a report made now. Ignored before the first `syncClock`. */
  add(report: NumberedReport): void
  /** The complete minutes that have a report, as epoch seconds of their start, ascending. */
  minutes(): number[]
  /** The last report of a minute. */
  reportOf(minute: number): NumberedReport | undefined
  /** Milliseconds until the current minute is complete; undefined if it has no report. */
  msUntilComplete(): number | undefined
}

const minuteMs = 60_000

/** Complete minutes to keep. */
const maxMinutes = 10

/**
 * Max drift between two readings of the server's clock for the buffered reports to stay valid. Slow links and clock drift
 * cause seconds; much larger differences would assign reports to the wrong minute.
 */
const maxClockDriftMs = 15_000

/**
 * Keeps the last report of each recent minute in server time, which is the time received at the last connection plus
 * `elapsed`. The host's wall clock is not used: it may be wrong or be changed. If server time jumped since the last
 * connection, the times of the buffered reports are unknown and the buffer is cleared.
 */
export function makeReportBuffer(elapsed: () => number): ReportBuffer {
  const reports = new Map<number, NumberedReport>()
  /** server time minus `elapsed` */
  let clockOffset: number | undefined

  const minuteOf = (ms: number) => (Math.floor(ms / minuteMs) * minuteMs) / 1000

  /** Drops old minutes and returns the current one. */
  function advance(offset: number): number {
    const current = minuteOf(elapsed() + offset)
    const oldest = current - (maxMinutes * minuteMs) / 1000
    for (const minute of reports.keys()) if (minute < oldest) reports.delete(minute)
    return current
  }

  return {
    syncClock(serverTime) {
      const offset = serverTime - elapsed()
      if (clockOffset !== undefined && Math.abs(offset - clockOffset) > maxClockDriftMs) reports.clear()
      clockOffset = offset
    },
    add(report) {
      if (clockOffset !== undefined) reports.set(advance(clockOffset), report)
    },
    minutes() {
      if (clockOffset === undefined) return []
      const current = advance(clockOffset)
      return [...reports.keys()].filter((minute) => minute < current).sort((a, b) => a - b)
    },
    reportOf: (minute) => reports.get(minute),
    msUntilComplete() {
      if (clockOffset === undefined) return undefined
      const current = advance(clockOffset)
      return reports.has(current) ? current * 1000 + minuteMs - (elapsed() + clockOffset) : undefined
    },
  }
}
