import type { Agents, Servers, Viewer } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import {
  capabilityBits,
  type Payload,
  type Processes,
  ProcessesStart,
  ProcessesStop,
  ProcessesUnavailable,
  ProcessesUpdate,
} from '@svc/protocol'
import { Audience } from './audience.ts'
import { sanitize } from './sanitize.ts'

type Reason = Payload<typeof ProcessesUnavailable>['reason']
type List = Payload<typeof Processes>

/** milliseconds; agents stop by themselves when they were not asked for 90 seconds */
const renewEvery = 30_000
/** milliseconds for which an agent goes on without viewers: a page that is reloaded, or somebody who cannot decide */
const lingering = 2000
/** milliseconds; an agent that sends more often is not listened to more often */
const fastest = 500

interface Dependencies {
  readonly agents: Agents
  readonly servers: Servers
  readonly clock: Clock
}

/** What an agent does for its viewers. */
interface Watched {
  /** `true`: it was asked, and its list is awaited or known */
  started: boolean
  list: List | undefined
  listedAt: number
  reason: Reason | undefined
  /** ends the wait for another viewer */
  cancel: (() => void) | undefined
}

/** Processes flow from an agent exactly while somebody looks at them who may. */
export function makeWatching({ agents, servers, clock }: Dependencies) {
  const watched = new Map<string, Watched>()

  /** Hidden servers exist for admins only. */
  const showsItself = (serverId: string) => {
    const server = servers.get(serverId)
    return ({ principal }: Viewer) => server !== undefined && (principal.role === 'admin' || !server.hidden)
  }

  const whyNot = (serverId: string): Reason | undefined => {
    if (!agents.isOnline(serverId)) return 'offline'
    return (agents.capabilities(serverId) & capabilityBits.processes) === 0 ? 'denied' : undefined
  }

  const refuse = (serverId: string, reason: Reason, viewers: readonly Viewer[]) => {
    for (const viewer of viewers) viewer.send(ProcessesUnavailable, { server_id: serverId, reason })
  }

  /** Brings the agent in line with what it can do now; viewers hear of what is in the way. */
  const ask = (serverId: string, watch: Watched) => {
    const reason = whyNot(serverId)
    watch.started = reason === undefined && agents.send(serverId, ProcessesStart, {})
    if (reason === watch.reason) return
    watch.reason = reason
    if (reason === undefined) return
    watch.list = undefined
    refuse(serverId, reason, audience.of(serverId))
  }

  const end = (serverId: string) => {
    const watch = watched.get(serverId)
    if (!watch) return
    watch.cancel?.()
    watched.delete(serverId)
    if (watch.started) agents.send(serverId, ProcessesStop, {})
  }

  const audience = new Audience({
    onFirst(serverId) {
      const lingers = watched.get(serverId)
      if (lingers) {
        lingers.cancel?.()
        lingers.cancel = undefined
        return
      }
      const watch: Watched = { started: false, list: undefined, listedAt: 0, reason: undefined, cancel: undefined }
      watched.set(serverId, watch)
      ask(serverId, watch)
    },
    onLast(serverId) {
      const watch = watched.get(serverId)
      if (watch) watch.cancel = clock.after(lingering, () => end(serverId))
    },
  })

  /** Those who may not see it any more are told what one hears of a server that does not exist. */
  const dismiss = (serverId: string) => {
    const maySee = showsItself(serverId)
    for (const viewer of audience.of(serverId)) {
      if (maySee(viewer)) continue
      audience.leave(serverId, viewer)
      refuse(serverId, 'offline', [viewer])
    }
  }

  const stopRenewing = clock.every(renewEvery, () => {
    for (const serverId of audience.servers()) {
      dismiss(serverId)
      const watch = watched.get(serverId)
      if (watch && audience.has(serverId)) ask(serverId, watch)
    }
  })

  /** The agent came, went, or can do something else now. */
  const changed = ({ serverId }: { readonly serverId: string }) => {
    dismiss(serverId)
    const watch = watched.get(serverId)
    if (watch) ask(serverId, watch)
  }

  return {
    subscribe(serverId: string, viewer: Viewer) {
      if (!showsItself(serverId)(viewer)) {
        refuse(serverId, 'offline', [viewer])
        return
      }
      const known = watched.get(serverId)
      audience.join(serverId, viewer)
      if (!known) return
      if (known.reason) refuse(serverId, known.reason, [viewer])
      else if (known.list) viewer.send(ProcessesUpdate, { server_id: serverId, ...known.list })
    },

    unsubscribe: (serverId: string, viewer: Viewer) => audience.leave(serverId, viewer),

    /** A list from an agent. One that nobody asked for goes nowhere. */
    listed(serverId: string, sent: List, receivedAt: number) {
      const watch = watched.get(serverId)
      if (!watch?.started || Math.abs(receivedAt - watch.listedAt) < fastest) return
      dismiss(serverId)
      watch.list = sanitize(sent)
      watch.listedAt = receivedAt
      watch.reason = undefined
      for (const viewer of audience.of(serverId)) viewer.send(ProcessesUpdate, { server_id: serverId, ...watch.list })
    },

    /** An agent was asked and cannot. */
    unsupported(serverId: string) {
      const watch = watched.get(serverId)
      if (!watch?.started || watch.reason === 'unsupported') return
      watch.list = undefined
      watch.reason = 'unsupported'
      refuse(serverId, 'unsupported', audience.of(serverId))
    },

    changed,

    close() {
      stopRenewing()
      for (const serverId of [...watched.keys()]) end(serverId)
    },
  }
}
