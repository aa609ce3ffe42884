import { type AgentMessage, type Agents, onAgent, type Servers } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import { MissedReport, ReportsKept, ReportsMissing } from '@svc/protocol'
import { minuteOf } from '@svc/series'
import { sanitize } from '../sanitize.ts'
import type { LateRecords } from './late-records.ts'

/** Agents keep their reports of this many complete minutes; only these can be filled in. */
export const backfillMinutes = 10

/** Whether a minute is over but recent enough to be filled in. */
export const isRecent = (minute: number, now: number): boolean =>
  minute < minuteOf(now) && minute >= minuteOf(now) - backfillMinutes

/** Fleet-wide limit of requested and queued reports. Bounds memory. */
const maxPending = 2_000
/** Reports that arrive later than this after the request are ignored. */
const requestTimeoutMs = 60_000

interface Dependencies {
  readonly clock: Clock
  readonly agents: Pick<Agents, 'send'>
  readonly servers: Pick<Servers, 'get'>
  readonly late: Pick<LateRecords, 'put' | 'count'>
  /** Whether a minute of a server has a record or is about to get one. */
  isRecorded(serverId: string, number: number, minute: number): boolean
  /** Called with the start time of an agent, in epoch seconds. */
  onAgentStart(number: number, at: number): void
}

/** The minutes that the agent of a connection has kept, and those requested from it. */
interface Connection {
  readonly serverId: string
  readonly available: readonly number[]
  readonly requested: Set<number>
}

/**
 * Requests missing minutes from agents that reconnect. Accepts only requested minutes, once, and only on the connection
 * they were requested on, so agents cannot rewrite history. When a whole fleet reconnects, agents queue up instead of
 * blocking the event loop.
 */
export function makeBackfill({ clock, agents, servers, late, isRecorded, onAgentStart }: Dependencies) {
  const connections = new Map<string, Connection>()
  const queue: Connection[] = []
  let pending = 0

  const dropRequests = (connection: Connection) => {
    pending -= connection.requested.size
    connection.requested.clear()
  }

  const request = (connection: Connection) => {
    const { serverId } = connection
    const server = servers.get(serverId)
    if (connections.get(serverId) !== connection || !server) return
    const missing = connection.available.filter(
      (minute) =>
        isRecent(minute, clock.now()) &&
        minute * 60 >= server.createdAt &&
        !isRecorded(serverId, server.number, minute),
    )
    if (!agents.send(serverId, ReportsMissing, { minutes: missing.map((minute) => minute * 60) })) return
    if (missing.length === 0) return
    for (const minute of missing) connection.requested.add(minute)
    pending += missing.length
    clock.after(requestTimeoutMs, () => {
      dropRequests(connection)
      requestNext()
    })
  }

  /** Sends queued requests as long as `maxPending` allows. */
  const requestNext = () => {
    while (queue.length > 0 && pending + late.count() < maxPending) request(queue.shift() as Connection)
  }

  const onReportsKept = onAgent(ReportsKept, ({ running_seconds, minutes }, { serverId, serverNumber, receivedAt }) => {
    if (connections.has(serverId)) return
    onAgentStart(serverNumber, Math.floor(receivedAt / 1000) - running_seconds)
    const valid = [...new Set(minutes)].filter((second) => second % 60 === 0).map((second) => second / 60)
    const available = valid.sort((a, b) => a - b).slice(-backfillMinutes)
    const connection: Connection = { serverId, available, requested: new Set() }
    connections.set(serverId, connection)
    queue.push(connection)
    requestNext()
  })

  const onMissedReport = onAgent(MissedReport, ({ minute: second, ...report }, { serverId, serverNumber }) => {
    const minute = second / 60
    if (!connections.get(serverId)?.requested.delete(minute)) return
    pending -= 1
    late.put({ serverId, number: serverNumber, minute, report: sanitize(report), late: true })
  })

  return {
    messages: [onReportsKept, onMissedReport] satisfies AgentMessage[],
    requestNext,
    /** Called when the connection of a server ends or is replaced. */
    disconnect(serverId: string) {
      const connection = connections.get(serverId)
      if (!connection) return
      connections.delete(serverId)
      dropRequests(connection)
      requestNext()
    },
  }
}
