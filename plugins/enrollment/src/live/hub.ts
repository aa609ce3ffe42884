import type { Clock, Principal, Role } from '@svc/plugin-sdk'
import { encode, FullSync, type MessageDef, type Payload, type ServerMetrics, Update } from '@svc/protocol'
import type { Live } from '../contract.ts'
import type { HiddenServers } from '../hidden-servers.ts'
import type { Socket } from '../socket.ts'
import { LiveViewer } from './viewer.ts'

/** milliseconds in which reports of many servers become one `update` */
const window = 10
/** milliseconds; a browser that hears nothing for longer knows that its path is broken, as pings are hidden from pages */
const heartbeat = 15_000

interface Dependencies {
  readonly clock: Clock
  readonly hidden: HiddenServers
  snapshot(role: Role): Payload<typeof FullSync>
}

export type Hub = ReturnType<typeof makeHub>

/** All connected browsers. Every message is encoded once and its bytes are shared. */
export function makeHub({ clock, hidden, snapshot }: Dependencies) {
  const viewers = new Set<LiveViewer>()
  const pending = new Map<string, ServerMetrics>()
  let cancel: (() => void) | undefined

  const deliver = (frame: Buffer, role?: Role) => {
    for (const viewer of viewers) {
      if (role === undefined || viewer.principal.role === role) viewer.deliver(frame)
    }
  }

  const encoded = (servers: ServerMetrics[]) => Buffer.from(encode(Update, { servers }))

  const stopHeartbeat = clock.every(heartbeat, () => deliver(encoded([])))

  const flush = () => {
    cancel?.()
    cancel = undefined
    const all = [...pending.values()]
    pending.clear()
    if (all.length === 0 || viewers.size === 0) return
    const secret = hidden.ids()
    const shown = secret.size === 0 ? all : all.filter(({ id }) => !secret.has(id))
    if (shown.length === all.length) {
      deliver(encoded(all))
      return
    }
    deliver(encoded(all), 'admin')
    if (shown.length > 0) deliver(encoded(shown), 'member')
  }

  const live: Live = {
    viewers: () => viewers.size,
    update(metrics) {
      if (viewers.size === 0) return
      pending.set(metrics.id, metrics)
      cancel ??= clock.after(window, flush)
    },
    broadcast(message, payload) {
      if (viewers.size === 0) return
      const { server_id: id } = payload as { server_id?: unknown }
      // An older update must not arrive after what is said of the same server now.
      if (typeof id === 'string' && pending.has(id)) flush()
      const frame = Buffer.from(encode(message, payload))
      if (typeof id === 'string' && hidden.ids().has(id)) deliver(frame, 'admin')
      else deliver(frame)
    },
  }

  const leave = (viewer: LiveViewer) => {
    viewers.delete(viewer)
    viewer.leave()
  }

  return {
    live,
    /** Subscribes and sends the snapshot in one turn, so nothing falls between the two. */
    join(socket: Socket, principal: Principal): LiveViewer {
      const viewer = new LiveViewer(socket, principal, clock, () => encode(FullSync, snapshot(principal.role)))
      viewers.add(viewer)
      viewer.resync()
      return viewer
    },
    leave,
    /** A message about several servers, each viewer getting the ids it may know of. */
    tell<M extends MessageDef>(message: M, payloadFor: (role: Role) => Payload<M> | undefined) {
      for (const role of ['admin', 'member'] as const) {
        const payload = payloadFor(role)
        if (payload !== undefined) deliver(Buffer.from(encode(message, payload)), role)
      }
    },
    /** Gives every browser of a role a fresh snapshot. */
    resync(role: Role) {
      for (const viewer of viewers) if (viewer.principal.role === role) viewer.resync()
    },
    close() {
      cancel?.()
      stopHeartbeat()
      for (const viewer of viewers) viewer.close(1012, 'restarting')
      for (const viewer of viewers) leave(viewer)
    },
  }
}
