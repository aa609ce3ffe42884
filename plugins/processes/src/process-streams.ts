import type { Agents, Servers, Viewer } from '@svc/plugin-enrollment/contract'
import type { Clock } from '@svc/plugin-sdk'
import { capabilityBits, type Payload } from '@svc/protocol'
import { sanitize } from './sanitize.ts'
import { Subscriptions } from './subscriptions.ts'
import { type Processes, ProcessesStart, ProcessesStop, ProcessesUnavailable, ProcessesUpdate } from './wire.ts'

type Reason = Payload<typeof ProcessesUnavailable>['reason']
type List = Payload<typeof Processes>

/** An agent stops on its own when it has not received a start message for 90 seconds. */
const renewIntervalMs = 30_000
/** How long an agent keeps running without viewers, so that a page reload does not restart it. */
const stopDelayMs = 2000
/** Lists that an agent sends faster than this are dropped. */
const minUpdateIntervalMs = 500

interface Dependencies {
  readonly agents: Agents
  readonly servers: Servers
  readonly clock: Clock
}

/** The stream of one server, from its first viewer until it is stopped. */
interface Stream {
  /** whether the agent was sent a start message */
  started: boolean
  list: List | undefined
  listReceivedAt: number
  /** why there is no list */
  reason: Reason | undefined
  /** cancels the delayed stop */
  cancelStop: (() => void) | undefined
}

/** Streams process lists from agents to viewers, exactly while there are viewers who may see them. */
export function makeProcessStreams({ agents, servers, clock }: Dependencies) {
  const streams = new Map<string, Stream>()

  /** Hidden servers exist for admins only. */
  const canSee = ({ principal }: Viewer, serverId: string) => {
    const server = servers.get(serverId)
    return server !== undefined && (principal.role === 'admin' || !server.hidden)
  }

  const unavailableReason = (serverId: string): Reason | undefined => {
    if (!agents.isOnline(serverId)) return 'offline'
    return (agents.capabilities(serverId) & capabilityBits.processes) === 0 ? 'denied' : undefined
  }

  const sendUnavailable = (serverId: string, reason: Reason, viewers: readonly Viewer[]) => {
    for (const viewer of viewers) viewer.send(ProcessesUnavailable, { server_id: serverId, reason })
  }

  /** Starts the agent or renews its start; if it is unavailable, tells the viewers why. */
  const renew = (serverId: string, stream: Stream) => {
    const reason = unavailableReason(serverId)
    stream.started = reason === undefined && agents.send(serverId, ProcessesStart, {})
    if (reason === stream.reason) return
    stream.reason = reason
    if (reason === undefined) return
    stream.list = undefined
    sendUnavailable(serverId, reason, subscriptions.viewersOf(serverId))
  }

  const stop = (serverId: string) => {
    const stream = streams.get(serverId)
    if (!stream) return
    stream.cancelStop?.()
    streams.delete(serverId)
    if (stream.started) agents.send(serverId, ProcessesStop, {})
  }

  const subscriptions = new Subscriptions({
    onFirst(serverId) {
      const stopping = streams.get(serverId)
      if (stopping) {
        stopping.cancelStop?.()
        stopping.cancelStop = undefined
        return
      }
      const stream: Stream = {
        started: false,
        list: undefined,
        listReceivedAt: 0,
        reason: undefined,
        cancelStop: undefined,
      }
      streams.set(serverId, stream)
      renew(serverId, stream)
    },
    onLast(serverId) {
      const stream = streams.get(serverId)
      if (stream) stream.cancelStop = clock.after(stopDelayMs, () => stop(serverId))
    },
  })

  /** Unsubscribes viewers who may no longer see the server. They get the same message as for an unknown server. */
  const dropUnauthorized = (serverId: string) => {
    for (const viewer of subscriptions.viewersOf(serverId)) {
      if (canSee(viewer, serverId)) continue
      subscriptions.remove(serverId, viewer)
      sendUnavailable(serverId, 'offline', [viewer])
    }
  }

  const stopRenewing = clock.every(renewIntervalMs, () => {
    for (const serverId of subscriptions.servers()) {
      dropUnauthorized(serverId)
      const stream = streams.get(serverId)
      if (stream && subscriptions.hasViewers(serverId)) renew(serverId, stream)
    }
  })

  return {
    subscribe(serverId: string, viewer: Viewer) {
      if (!canSee(viewer, serverId)) {
        sendUnavailable(serverId, 'offline', [viewer])
        return
      }
      const running = streams.get(serverId)
      subscriptions.add(serverId, viewer)
      if (running?.reason) sendUnavailable(serverId, running.reason, [viewer])
      else if (running?.list) viewer.send(ProcessesUpdate, { server_id: serverId, ...running.list })
    },

    unsubscribe: (serverId: string, viewer: Viewer) => subscriptions.remove(serverId, viewer),

    /** A list arrived from an agent. It is dropped unless the agent was started. */
    onList(serverId: string, list: List, receivedAt: number) {
      const stream = streams.get(serverId)
      if (!stream?.started || Math.abs(receivedAt - stream.listReceivedAt) < minUpdateIntervalMs) return
      dropUnauthorized(serverId)
      stream.list = sanitize(list)
      stream.listReceivedAt = receivedAt
      stream.reason = undefined
      for (const viewer of subscriptions.viewersOf(serverId))
        viewer.send(ProcessesUpdate, { server_id: serverId, ...stream.list })
    },

    /** An agent that was started reports that it does not support process lists. */
    onUnsupported(serverId: string) {
      const stream = streams.get(serverId)
      if (!stream?.started || stream.reason === 'unsupported') return
      stream.list = undefined
      stream.reason = 'unsupported'
      sendUnavailable(serverId, 'unsupported', subscriptions.viewersOf(serverId))
    },

    /** An agent connected, disconnected or reported other capabilities. */
    onAgentChanged({ serverId }: { readonly serverId: string }) {
      dropUnauthorized(serverId)
      const stream = streams.get(serverId)
      if (stream) renew(serverId, stream)
    },

    close() {
      stopRenewing()
      for (const serverId of [...streams.keys()]) stop(serverId)
    },
  }
}
