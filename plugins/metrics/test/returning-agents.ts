import { MissedReport, ReportsKept } from '@svc/protocol'
import { report } from '@svc/protocol/testing'
import { minuteOf } from '../src/record-key.ts'
import type { makeFleet } from './enrollment.ts'

/** Agents that kept the last minutes. */
export const agentCount = 40
export const keptMinutes = 10

const origin = Date.UTC(2026, 4, 1) / 60_000
/** Bytes that came to a server until a minute: each minute has its own number of them. */
export const bytesUntil = (number: number, minute: number): number => (minute - origin) ** 2 * number

/** Agents that come back to a server at a time, and say what they kept. */
export function returnOf(fleet: ReturnType<typeof makeFleet>, now: number) {
  const current = minuteOf(now)
  const minutes = Array.from({ length: keptMinutes }, (_, i) => current - keptMinutes + i)
  const servers = Array.from({ length: agentCount }, (_, i) => fleet.add(i + 1, false, { createdAt: 0 }))
  const figures = (number: number, minute: number) => {
    const bytes = bytesUntil(number, minute)
    return report({ net_in_transfer: bytes, net_out_transfer: bytes + number, uptime: minute * 60 })
  }
  return {
    servers,
    minutes,
    figures,
    offer() {
      for (const server of servers) {
        fleet.disconnect(server)
        fleet.connect(server)
        const kept = minutes.map((minute) => minute * 60)
        fleet.say(server, ReportsKept, { running_seconds: 3600, seq: 1200, minutes: kept })
      }
    },
    /** Sends what was asked for, and everything else as well. */
    answer() {
      for (const server of servers) {
        for (const minute of minutes) {
          fleet.say(server, MissedReport, { minute: minute * 60, ...figures(server.number, minute) })
        }
      }
    },
  }
}
