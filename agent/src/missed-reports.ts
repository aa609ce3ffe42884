import type { Link } from '@svc/agent-sdk'
import { MissedReport, ReportsKept } from '@svc/protocol'
import type { ReportRing } from './report-ring.ts'

export interface MissedReportsOptions {
  readonly ring: ReportRing
  /** number of the last report */
  seq(): number
  /** milliseconds of a clock that never jumps */
  readonly elapsed: () => number
}

/** What one connection is told of the minutes before it. */
export interface Offer {
  /** Tells what is kept, once `SystemInfo` was acknowledged. */
  make(): void
  /** Sends what the server has no record of. */
  answer(minutes: readonly number[]): void
}

/** Begins the offer of a connection that reports every `seconds`. */
export type MakeOffer = (link: Link, seconds: number) => Offer

/** Offers each new connection the reports that were made while nobody heard them. A run of the agent begins here. */
export function makeMissedReports({ ring, seq, elapsed }: MissedReportsOptions): MakeOffer {
  const began = elapsed()

  return (link, seconds) => {
    const offered = new Set<number>()

    function tell(): void {
      const minutes = ring.minutes()
      for (const minute of minutes) offered.add(minute)
      const running_seconds = Math.floor((elapsed() - began) / 1000)
      link.send(ReportsKept, { running_seconds, seq: seq(), minutes })
    }

    return {
      make() {
        // Too late for a report of this connection to fall into the running minute: then that one has to be offered too.
        const wait = ring.untilComplete()
        if (wait === undefined || wait > 2 * seconds * 1000) return tell()
        const timer = setTimeout(tell, wait)
        link.signal.addEventListener('abort', () => clearTimeout(timer))
      },
      answer(minutes) {
        for (const minute of minutes) {
          // Each once, and only what was offered: the server decides the order, not how much is sent.
          const report = offered.delete(minute) ? ring.reportOf(minute) : undefined
          if (report) link.send(MissedReport, { minute, ...report })
        }
      },
    }
  }
}
