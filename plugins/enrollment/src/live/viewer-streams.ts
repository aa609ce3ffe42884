import type { Clock, Database, Registry, Role } from '@svc/plugin-sdk'
import type { CapabilityTable, MessageDef, Payload } from '@svc/protocol'
import {
  type AgentMessage,
  type Agents,
  type Live,
  type LiveMessage,
  onAgent,
  onLive,
  type Unavailable,
  type Viewer,
  type ViewerStream,
  type WatchedServer,
} from '../contract.ts'

const defaultLeaseMs = 90_000
const defaultLingerMs = 2000
const defaultMaxPerViewer = 8
const defaultMinIntervalMs = 500

interface Dependencies {
  readonly clock: Clock
  readonly streams: Registry<ViewerStream>
  readonly agents: Pick<Agents, 'isOnline' | 'capabilities' | 'features' | 'send'>
  readonly capabilities: Pick<CapabilityTable, 'bitOf'>
  readonly db: Pick<Database, 'afterCommit'>
  /** whether the server exists for this role */
  isVisible(serverId: string, role: Role): boolean
}

interface Subscription {
  readonly server_id: string
}

/** The work of one agent, from its first viewer until it is stopped. */
interface Run {
  /** oldest first */
  readonly viewers: Set<Viewer>
  /** whether the agent was sent the start message */
  isStarted: boolean
  /** why there is no data */
  reason: Unavailable | undefined
  /** the last message of each type from the agent, and when it arrived */
  readonly received: Map<MessageDef, { readonly payload: unknown; readonly at: number }>
  /** the last message of each type to the viewers */
  readonly sent: Map<MessageDef, object>
  /** cancels the delayed stop */
  cancelStop: (() => void) | undefined
}

/** The viewers of one stream, by server. */
class Topic {
  readonly #stream: ViewerStream
  readonly #deps: Dependencies
  readonly #runs = new Map<string, Run>()
  /** the servers of each viewer, oldest subscription first */
  readonly #byViewer = new Map<Viewer, Set<string>>()
  readonly #stopRenewing: () => void

  constructor(stream: ViewerStream, deps: Dependencies) {
    this.#stream = stream
    this.#deps = deps
    // Three times per lease, so that one lost message does no harm.
    this.#stopRenewing = deps.clock.every((stream.leaseMs ?? defaultLeaseMs) / 3, () => {
      for (const serverId of [...this.#runs.keys()]) this.#renew(serverId)
    })
  }

  subscribe(serverId: string, viewer: Viewer): void {
    if (viewer.signal.aborted) return
    if (!this.#deps.isVisible(serverId, viewer.principal.role)) {
      this.#sendReason(serverId, 'offline', [viewer])
      return
    }
    const servers = this.#serversOf(viewer)
    servers.delete(serverId)
    servers.add(serverId)
    const [oldest = serverId] = servers
    if (servers.size > (this.#stream.maxPerViewer ?? defaultMaxPerViewer)) this.unsubscribe(oldest, viewer)
    const running = this.#runs.get(serverId)
    if (running) this.#join(serverId, running, viewer)
    else this.#begin(serverId, viewer)
  }

  unsubscribe(serverId: string, viewer: Viewer): void {
    this.#byViewer.get(viewer)?.delete(serverId)
    const run = this.#runs.get(serverId)
    if (!run?.viewers.delete(viewer) || run.viewers.size > 0) return
    const lingerMs = this.#stream.lingerMs ?? defaultLingerMs
    run.cancelStop = this.#deps.clock.after(lingerMs, () => this.#stop(serverId, run))
  }

  /** Dropped unless the agent was started, and if it arrives too fast. */
  receive(message: MessageDef, payload: unknown, serverId: string, receivedAt: number): WatchedServer | undefined {
    const run = this.#runs.get(serverId)
    const last = run?.received.get(message)?.at ?? Number.NEGATIVE_INFINITY
    const minIntervalMs = this.#stream.minIntervalMs ?? defaultMinIntervalMs
    if (!run?.isStarted || Math.abs(receivedAt - last) < minIntervalMs) return undefined
    this.recheck(serverId)
    run.received.set(message, { payload, at: receivedAt })
    return {
      serverId,
      latest: <M extends MessageDef>(other: M) => run.received.get(other)?.payload as Payload<M> | undefined,
      send: (update, content) => {
        const whole = { ...content, server_id: serverId }
        run.reason = undefined
        run.sent.set(update, whole)
        for (const viewer of run.viewers) viewer.send(update, whole as never)
      },
      unavailable: () => this.#setReason(serverId, run, 'unsupported'),
    }
  }

  sendNow(serverId: string, message: MessageDef, payload: object): void {
    this.recheck(serverId)
    for (const viewer of this.#runs.get(serverId)?.viewers ?? []) viewer.send(message, payload as never)
  }

  /** Unsubscribes viewers who may no longer see the server. They get the same message as for an unknown server. */
  recheck(serverId: string): void {
    for (const viewer of this.#runs.get(serverId)?.viewers ?? []) {
      if (this.#deps.isVisible(serverId, viewer.principal.role)) continue
      this.unsubscribe(serverId, viewer)
      this.#sendReason(serverId, 'offline', [viewer])
    }
  }

  /** The agent disconnected or reported its capabilities, after connecting for example. */
  onAgentChanged(serverId: string): void {
    const run = this.#runs.get(serverId)
    if (!run) return
    // Not worth starting a new connection for a page that may be reloading.
    if (run.viewers.size === 0) {
      this.#stop(serverId, run)
      return
    }
    if (run.reason === 'unsupported') run.reason = undefined
    this.#renew(serverId)
  }

  /** The agent gained or lost features. A run that already follows from them is not started twice. */
  onFeaturesChanged(serverId: string): void {
    const run = this.#runs.get(serverId)
    if (run && run.isStarted !== (this.#reasonOf(serverId) === undefined)) this.onAgentChanged(serverId)
  }

  close(): void {
    this.#stopRenewing()
    for (const [serverId, run] of [...this.#runs]) this.#stop(serverId, run)
  }

  #serversOf(viewer: Viewer): Set<string> {
    const known = this.#byViewer.get(viewer)
    if (known) return known
    const servers = new Set<string>()
    this.#byViewer.set(viewer, servers)
    const leave = () => {
      for (const serverId of [...servers]) this.unsubscribe(serverId, viewer)
      this.#byViewer.delete(viewer)
    }
    viewer.signal.addEventListener('abort', leave, { once: true })
    return servers
  }

  #begin(serverId: string, viewer: Viewer): void {
    const run: Run = {
      viewers: new Set([viewer]),
      isStarted: false,
      reason: undefined,
      received: new Map(),
      sent: new Map(),
      cancelStop: undefined,
    }
    this.#runs.set(serverId, run)
    this.#renew(serverId)
  }

  #join(serverId: string, run: Run, viewer: Viewer): void {
    run.cancelStop?.()
    run.cancelStop = undefined
    run.viewers.add(viewer)
    if (run.reason) this.#sendReason(serverId, run.reason, [viewer])
    else for (const [message, payload] of run.sent) viewer.send(message, payload as never)
  }

  /** Starts the agent or renews its lease; if it is unavailable, tells the viewers why. */
  #renew(serverId: string): void {
    this.recheck(serverId)
    const run = this.#runs.get(serverId)
    if (!run || run.viewers.size === 0) return
    const reason = this.#reasonOf(serverId)
    run.isStarted = reason === undefined
    if (reason !== undefined) this.#setReason(serverId, run, reason)
    else {
      // An agent that cannot do it says so again.
      if (run.reason !== 'unsupported') run.reason = undefined
      this.#stream.start((message, payload) => this.#deps.agents.send(serverId, message, payload))
    }
  }

  #reasonOf(serverId: string): Unavailable | undefined {
    const { agents, capabilities } = this.#deps
    const { capability, feature } = this.#stream
    if (!agents.isOnline(serverId)) return 'offline'
    if (capability !== null && (agents.capabilities(serverId) & capabilities.bitOf(capability)) === 0) return 'denied'
    return feature === undefined || agents.features(serverId).includes(feature) ? undefined : 'unsupported'
  }

  #setReason(serverId: string, run: Run, reason: Unavailable): void {
    if (run.reason === reason) return
    run.reason = reason
    run.received.clear()
    run.sent.clear()
    this.#sendReason(serverId, reason, run.viewers)
  }

  #sendReason(serverId: string, reason: Unavailable, viewers: Iterable<Viewer>): void {
    for (const viewer of [...viewers]) {
      this.#stream.unavailable?.(reason, (message, content) =>
        viewer.send(message, { ...content, server_id: serverId } as never),
      )
    }
  }

  #stop(serverId: string, run: Run): void {
    run.cancelStop?.()
    this.#runs.delete(serverId)
    if (run.isStarted) this.#stream.stop((message, payload) => this.#deps.agents.send(serverId, message, payload))
  }
}

/** Live data that agents send exactly while there are viewers who may see it. */
export function makeViewerStreams(deps: Dependencies) {
  const { streams } = deps
  const topics = new Map<ViewerStream, Topic>()
  let contributed: readonly ViewerStream[] | undefined
  let live: readonly LiveMessage[] = []
  let agent: readonly AgentMessage[] = []

  // Plugins contribute after this one is set up, and one that fails is withdrawn.
  const learn = () => {
    if (contributed === streams.all()) return
    contributed = streams.all()
    for (const [stream, topic] of topics) {
      if (contributed.includes(stream)) continue
      topics.delete(stream)
      topic.close()
    }
    for (const stream of contributed) if (!topics.has(stream)) topics.set(stream, new Topic(stream, deps))
    live = [...topics].flatMap(([{ subscribe, unsubscribe }, topic]) => [
      onLive(subscribe, (payload, viewer) => topic.subscribe((payload as Subscription).server_id, viewer)),
      onLive(unsubscribe, (payload, viewer) => topic.unsubscribe((payload as Subscription).server_id, viewer)),
    ])
    agent = [...topics].flatMap(([{ updates }, topic]) =>
      updates.map(({ message, handle }) =>
        onAgent(message, (payload, { serverId, receivedAt }) => {
          const watched = topic.receive(message, payload, serverId, receivedAt)
          if (watched) handle(payload as never, watched)
        }),
      ),
    )
  }

  return {
    /** the messages of browsers that subscribe and unsubscribe */
    liveMessages: () => {
      learn()
      return live
    },
    /** the messages of agents that carry the data */
    agentMessages: () => {
      learn()
      return agent
    },
    /** Sends a message to the viewers of a stream, see `Live`. */
    toViewers: ((stream, serverId, message, content) => {
      const payload = { ...content, server_id: serverId }
      deps.db.afterCommit(() => {
        for (const [{ subscribe }, topic] of topics) {
          if (subscribe.type === stream.subscribe.type) topic.sendNow(serverId, message, payload)
        }
      })
    }) satisfies Live['toViewers'],
    /** An agent disconnected or reported its capabilities. */
    onAgentChanged({ serverId }: { readonly serverId: string }) {
      for (const topic of topics.values()) topic.onAgentChanged(serverId)
    },
    onFeaturesChanged({ serverId }: { readonly serverId: string }) {
      for (const topic of topics.values()) topic.onFeaturesChanged(serverId)
    },
    /** A server was hidden or deleted. */
    recheck(serverId: string) {
      for (const topic of topics.values()) topic.recheck(serverId)
    },
    close() {
      for (const topic of topics.values()) topic.close()
    },
  }
}
export type ViewerStreams = ReturnType<typeof makeViewerStreams>
