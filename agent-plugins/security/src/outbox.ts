import { randomUUID } from 'node:crypto'
import type { Link } from '@svc/agent-sdk'
import { AgentSecurityEvent, severities } from '@svc/plugin-security/wire'
import type { SecurityEvent } from './detect/event.ts'
import type { Memory, States } from './state.ts'

/** Events that wait for the server; beyond that, the least severe ones of the most frequent type are dropped. */
const maxUnsent = 500
/** An attack from everywhere makes more events than anybody reads. It must not hide those of other types, so each has its own limit. */
const maxPerWindow = 200
const windowMs = 600_000
const maxInFlight = 20

export interface OutboxTiming {
  /** time of the server to say that it acknowledges events; others get each event once */
  readonly syncMs: number
  /** until an event is sent again that was not acknowledged: the server could not store it */
  readonly retryMs: number
}
const outboxTiming: OutboxTiming = { syncMs: 10_000, retryMs: 30_000 }

type Unsent = Memory['unsent'][number]

const rankOf = ({ severity }: Unsent) => severities.indexOf(severity)

/** The event that is missed least. */
function leastOf(events: readonly Unsent[]): Unsent | undefined {
  const byType = Object.values(Object.groupBy(events, ({ event_type }) => event_type))
  const [most = []] = byType.toSorted((a, b) => b.length - a.length)
  return most.reduce<Unsent | undefined>(
    (least, each) => (least && rankOf(least) <= rankOf(each) ? least : each),
    undefined,
  )
}

interface Dependencies {
  readonly memory: States['memory']
  readonly onSuppressed: () => void
  readonly timing?: OutboxTiming
}

/** Sends events, and keeps each until the server has stored it. */
export function makeOutbox({ memory, onSuppressed, timing = outboxTiming }: Dependencies) {
  let link: Link | undefined
  /** whether the server of this connection acknowledges events; undefined until that is clear */
  let acknowledges: boolean | undefined
  let timer: NodeJS.Timeout | undefined
  /** The server may say so before the agent is told that it is connected. */
  const synced = new WeakSet<Link>()
  /** when the events of this connection were sent, by id */
  const inFlight = new Map<string, number>()
  let window = { startedAt: Number.NEGATIVE_INFINITY, counts: new Map<string, number>() }

  const unsent = () => memory.value.unsent
  const setUnsent = (events: readonly Unsent[]) => memory.set({ ...memory.value, unsent: [...events] })

  function remove(id: string | undefined): void {
    setUnsent(unsent().filter(({ msg_id }) => msg_id !== id))
  }

  function flush(): void {
    if (!link || link.signal.aborted || acknowledges === undefined) return
    if (!acknowledges) {
      for (const { msg_id: _, ...event } of unsent()) link.send(AgentSecurityEvent, event)
      if (unsent().length > 0) setUnsent([])
      return
    }
    const now = performance.now()
    for (const event of unsent().slice(0, maxInFlight)) {
      const { msg_id: id = '' } = event
      const sentAt = inFlight.get(id)
      if (sentAt !== undefined && now - sentAt < timing.retryMs) continue
      inFlight.set(id, now)
      void link.acknowledged(id).then((isStored) => {
        if (!isStored) return
        inFlight.delete(id)
        remove(id)
        flush()
      })
      link.send(AgentSecurityEvent, event)
    }
    clearTimeout(timer)
    if (unsent().length > 0) timer = setTimeout(flush, timing.retryMs)
  }

  function isTooMany({ event_type }: SecurityEvent): boolean {
    const now = performance.now()
    if (now - window.startedAt >= windowMs) window = { startedAt: now, counts: new Map() }
    const count = (window.counts.get(event_type) ?? 0) + 1
    window.counts.set(event_type, count)
    return count > maxPerWindow
  }

  return {
    add(event: SecurityEvent) {
      if (isTooMany(event)) return onSuppressed()
      let events: readonly Unsent[] = [...unsent(), { ...event, msg_id: randomUUID() }]
      if (events.length > maxUnsent) {
        const least = leastOf(events)
        events = events.filter((each) => each !== least)
        onSuppressed()
      }
      setUnsent(events)
      flush()
    },

    connected(opened: Link) {
      link = opened
      acknowledges = synced.has(opened) ? true : undefined
      inFlight.clear()
      clearTimeout(timer)
      if (acknowledges) return flush()
      timer = setTimeout(() => {
        acknowledges ??= false
        flush()
      }, timing.syncMs)
    },

    /** The server of this connection acknowledges events. */
    synced(by: Link) {
      synced.add(by)
      if (by !== link) return
      acknowledges = true
      flush()
    },

    close: () => clearTimeout(timer),
  }
}
