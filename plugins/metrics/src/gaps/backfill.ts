import { type AgentMessage, type Agents, onAgent, type Servers } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import { MissedReport, ReportsKept, ReportsMissing } from '@svc/protocol'
import { minuteOf } from '../record-key.ts'
import { sanitize } from '../sanitize.ts'
import type { LateRecords } from './late-records.ts'

/** Minutes that agents keep, and that may be filled: the last complete ones. */
export const keptMinutes = 10

/** Whether a minute is over, and not for long. */
export const isRecent = (minute: number, now: number): boolean =>
  minute < minuteOf(now) && minute >= minuteOf(now) - keptMinutes

/** Reports that are asked for or wait to be written, of the whole fleet: what they may take of the memory. */
const mostAtOnce = 2_000
/** What an agent was asked for and did not send by then is not taken any more. */
const patienceMs = 60_000

interface Dependencies {
  readonly clock: Clock
  readonly agents: Pick<Agents, 'send'>
  readonly servers: Pick<Servers, 'get'>
  readonly late: Pick<LateRecords, 'put' | 'count'>
  /** Whether a minute of a server has a record, or will have one. */
  isRecorded(serverId: string, number: number, minute: number): boolean
  /** An agent told when its present run began, in epoch seconds. */
  started(number: number, at: number): void
}

/** What was said on one connection: the minutes its agent kept, and those it was asked for. */
interface Conversation {
  readonly serverId: string
  readonly kept: readonly number[]
  readonly asked: Set<number>
}

/**
 * Asks agents that return for the minutes without a record. Only such minutes are taken, once, and only from the
 * connection that was asked, so an agent cannot write history as it likes. When a fleet returns at once, agents wait for
 * their question, not the event loop.
 */
export function makeBackfill({ clock, agents, servers, late, isRecorded, started }: Dependencies) {
  const talks = new Map<string, Conversation>()
  const queue: Conversation[] = []
  let asked = 0

  const end = (talk: Conversation) => {
    asked -= talk.asked.size
    talk.asked.clear()
  }

  const ask = (talk: Conversation) => {
    const { serverId } = talk
    const server = servers.get(serverId)
    if (talks.get(serverId) !== talk || !server) return
    const missing = talk.kept.filter(
      (minute) =>
        isRecent(minute, clock.now()) &&
        minute * 60 >= server.createdAt &&
        !isRecorded(serverId, server.number, minute),
    )
    if (!agents.send(serverId, ReportsMissing, { minutes: missing.map((minute) => minute * 60) })) return
    if (missing.length === 0) return
    for (const minute of missing) talk.asked.add(minute)
    asked += missing.length
    clock.after(patienceMs, () => {
      end(talk)
      askNext()
    })
  }

  /** Asks as many as there is room for. */
  const askNext = () => {
    while (queue.length > 0 && asked + late.count() < mostAtOnce) ask(queue.shift() as Conversation)
  }

  const kept = onAgent(ReportsKept, ({ running_seconds, minutes }, { serverId, serverNumber, receivedAt }) => {
    if (talks.has(serverId)) return
    started(serverNumber, Math.floor(receivedAt / 1000) - running_seconds)
    const sound = [...new Set(minutes)].filter((second) => second % 60 === 0).map((second) => second / 60)
    const talk: Conversation = { serverId, kept: sound.sort((a, b) => a - b), asked: new Set() }
    talks.set(serverId, talk)
    queue.push(talk)
    askNext()
  })

  const missed = onAgent(MissedReport, ({ minute: second, ...report }, { serverId, serverNumber }) => {
    const minute = second / 60
    if (!talks.get(serverId)?.asked.delete(minute)) return
    asked -= 1
    late.put({ serverId, number: serverNumber, minute, report: sanitize(report), late: true })
  })

  return {
    messages: [kept, missed] satisfies AgentMessage[],
    askNext,
    /** The connection of a server has ended, or another one took its place. */
    forget(serverId: string) {
      const talk = talks.get(serverId)
      if (!talk) return
      talks.delete(serverId)
      end(talk)
      askNext()
    },
  }
}
