import { MissedReport, ReportsKept } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { minuteOf } from '@svc/series'
import type { makeFleet } from '../src/testing.ts'

/** Agents that buffer the last minutes. */
export const agentCount = 40
export const bufferedMinutes = 10

const origin = Date.UTC(2026, 4, 1) / 60_000
/** Bytes received until a minute; every minute adds a different number. */
export const bytesUntil = (number: number, minute: number): number => (minute - origin) ** 2 * number

/** Agents that reconnect at the same time and offer their buffered minutes. */
export function makeReturningAgents(fleet: ReturnType<typeof makeFleet>, now: number) {
  const current = minuteOf(now)
  const minutes = Array.from({ length: bufferedMinutes }, (_, i) => current - bufferedMinutes + i)
  const servers = Array.from({ length: agentCount }, (_, i) => fleet.add(i + 1, false, { createdAt: 0 }))
  const reportOf = (number: number, minute: number) => {
    const bytes = bytesUntil(number, minute)
    return report({ net_in_transfer: bytes, net_out_transfer: bytes + number, uptime: minute * 60 })
  }
  return {
    servers,
    minutes,
    reportOf,
    offer() {
      for (const server of servers) {
        fleet.disconnect(server)
        fleet.connect(server)
        const buffered = minutes.map((minute) => minute * 60)
        fleet.say(server, ReportsKept, { running_seconds: 3600, seq: 1200, minutes: buffered })
      }
    },
    /** Sends all buffered reports, requested or not. */
    sendReports() {
      for (const server of servers) {
        for (const minute of minutes) {
          fleet.say(server, MissedReport, { minute: minute * 60, ...reportOf(server.number, minute) })
        }
      }
    },
  }
}
