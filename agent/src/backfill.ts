import type { Link } from '@svc/agent-sdk'
import { MissedReport, ReportsKept } from '@svc/protocol'
import type { ReportBuffer } from './report-buffer.ts'

export interface BackfillOptions {
  readonly buffer: ReportBuffer
  /** sequence number of the last report */
  seq(): number
  /** monotonic clock, in milliseconds */
  readonly elapsed: () => number
}

/** Backfills the reports of the minutes before a connection. */
export interface Backfill {
  /** Announces the buffered minutes. Call it once `SystemInfo` is acknowledged. */
  start(): void
  /** Sends the reports that the server requested. */
  send(minutes: readonly number[]): void
}

/** Creates the backfill of a connection with the given report interval. */
export type StartBackfill = (link: Link, intervalSeconds: number) => Backfill

/** Offers the reports of the time without a connection to the server. Created when the agent starts. */
export function makeBackfill({ buffer, seq, elapsed }: BackfillOptions): StartBackfill {
  const startedAt = elapsed()

  return (link, intervalSeconds) => {
    const announced = new Set<number>()

    function announce(): void {
      const minutes = buffer.minutes()
      for (const minute of minutes) announced.add(minute)
      const running_seconds = Math.floor((elapsed() - startedAt) / 1000)
      link.send(ReportsKept, { running_seconds, seq: seq(), minutes })
    }

    return {
      start() {
        // If no report of this connection can fall into the current minute any more, wait and announce that minute too.
        const waitMs = buffer.msUntilComplete()
        if (waitMs === undefined || waitMs > 2 * intervalSeconds * 1000) return announce()
        const timer = setTimeout(announce, waitMs)
        link.signal.addEventListener('abort', () => clearTimeout(timer))
      },
      send(minutes) {
        for (const minute of minutes) {
          // Send each announced minute at most once, so the server cannot request unlimited data.
          const report = announced.delete(minute) ? buffer.reportOf(minute) : undefined
          if (report) link.send(MissedReport, { minute, ...report })
        }
      },
    }
  }
}
