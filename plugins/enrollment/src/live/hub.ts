import { randomInt } from 'node:crypto'
import type { Clock, Database, Principal, Role, Socket } from '@svc/plugin-sdk'
import { encode, FullSync, type MessageDef, type Payload, type ServerMetrics, Update } from '@svc/protocol'
import type { Live } from '../contract.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import { LiveViewer } from './viewer.ts'

/**
 * Reports of several servers within this time are combined into one `update`; most of the delay of a calm server. As many
 * milliseconds as servers in the last ones, because under load many small frames would cost more than their content. It
 * changes by one at a time, so that a single burst delays nobody.
 */
const batchWindowMs = { min: 2, max: 12 }
/** Lets browsers detect a broken connection: pages cannot see WebSocket pings. */
const heartbeatMs = 15_000
/** Age up to which a list is answered again. */
const listMs = 1000

interface Dependencies {
  readonly clock: Clock
  readonly hidden: HiddenServers
  /** a message of a transaction waits for its commit, so that browsers never learn what did not happen */
  readonly db: Pick<Database, 'afterCommit'>
  snapshot(role: Role): Omit<Payload<typeof FullSync>, 'messages'>
}

export type Hub = ReturnType<typeof makeHub>

/** All connected browsers. A message is encoded once for all of them. */
export function makeHub({ clock, hidden, db, snapshot }: Dependencies) {
  const viewers = new Set<LiveViewer>()
  /**
   * A new map for each `update`: the engine chains the tables of one that is cleared, so that a dead one in the old
   * generation would keep all later ones, with what they hold, from dying young.
   */
  let pending = new Map<string, ServerMetrics>()
  let cancelFlush: (() => void) | undefined
  let windowMs = batchWindowMs.min
  /** sent to all, also while nobody listened; begins anywhere, so that a page notices a restart */
  let messages = randomInt(2 ** 40)
  /** Kept for a moment: a member may open many pages. */
  const lists = new Map<Role, { readonly text: string; readonly messages: number; readonly at: number }>()

  const deliver = (frame: Buffer, role?: Role) => {
    for (const viewer of viewers) {
      if (role === undefined || viewer.principal.role === role) viewer.deliver(frame)
    }
  }

  const encodeUpdate = (servers: ServerMetrics[]) => Buffer.from(encode(Update, { servers }))

  const stopHeartbeat = clock.every(heartbeatMs, () => deliver(encodeUpdate([])))

  const flush = () => {
    cancelFlush?.()
    cancelFlush = undefined
    const all = [...pending.values()]
    pending = new Map()
    const next = windowMs + Math.sign(all.length - windowMs)
    windowMs = Math.min(batchWindowMs.max, Math.max(batchWindowMs.min, next))
    if (all.length === 0 || viewers.size === 0) return
    const hiddenIds = hidden.ids()
    const visible = hiddenIds.size === 0 ? all : all.filter(({ id }) => !hiddenIds.has(id))
    if (visible.length === all.length) {
      deliver(encodeUpdate(all))
      return
    }
    deliver(encodeUpdate(all), 'admin')
    if (visible.length > 0) deliver(encodeUpdate(visible), 'member')
  }

  const broadcastNow = <M extends MessageDef>(message: M, payload: Payload<M>) => {
    const { server_id: id } = payload as { server_id?: unknown }
    // Keep the order: pending metrics of this server must arrive before the message.
    if (typeof id === 'string' && pending.has(id)) flush()
    const frame = Buffer.from(encode(message, payload))
    if (typeof id === 'string' && hidden.ids().has(id)) deliver(frame, 'admin')
    else deliver(frame)
  }

  const live: Omit<Live, 'toViewers' | 'publish'> = {
    viewers: () => viewers.size,
    update(metrics) {
      if (viewers.size === 0) return
      db.afterCommit(() => {
        pending.set(metrics.id, metrics)
        cancelFlush ??= clock.after(windowMs, flush)
      })
    },
    broadcast(message, payload) {
      db.afterCommit(() => {
        messages += 1
        if (viewers.size > 0) broadcastNow(message, payload)
      })
    },
    resync: () =>
      db.afterCommit(() => {
        messages += 1
        for (const viewer of viewers) viewer.resync()
      }),
  }

  const leave = (viewer: LiveViewer) => {
    viewers.delete(viewer)
    viewer.leave()
  }

  const firstFrame = (role: Role) => encode(FullSync, { ...snapshot(role), messages })

  return {
    live,
    /** The message that a browser is sent first, as text: at most a second old, and not older than the last message. */
    list(role: Role): string {
      const known = lists.get(role)
      if (known?.messages === messages && clock.now() - known.at < listMs) return known.text
      const text = firstFrame(role)
      lists.set(role, { text, messages, at: clock.now() })
      return text
    },
    /** Subscribes and sends the snapshot in the same tick, so that no message is missed in between. */
    join(socket: Socket, principal: Principal): LiveViewer {
      const viewer = new LiveViewer(socket, principal, clock, () => firstFrame(principal.role))
      viewers.add(viewer)
      viewer.resync()
      return viewer
    },
    leave,
    /** Sends a message whose payload depends on the role; `undefined` sends nothing. */
    sendPerRole<M extends MessageDef>(message: M, payloadFor: (role: Role) => Payload<M> | undefined) {
      db.afterCommit(() => {
        messages += 1
        for (const role of ['admin', 'member'] as const) {
          const payload = payloadFor(role)
          if (payload !== undefined) deliver(Buffer.from(encode(message, payload)), role)
        }
      })
    },
    /** Sends a fresh snapshot to all browsers of a role. */
    resync(role: Role) {
      db.afterCommit(() => {
        messages += 1
        for (const viewer of viewers) if (viewer.principal.role === role) viewer.resync()
      })
    },
    /** Lets all browsers connect again, after which they ask which dashboards there are. */
    reconnect() {
      for (const viewer of viewers) viewer.close(1012, 'restarting')
    },
    close() {
      cancelFlush?.()
      stopHeartbeat()
      for (const viewer of viewers) viewer.close(1012, 'restarting')
      for (const viewer of viewers) leave(viewer)
    },
  }
}
