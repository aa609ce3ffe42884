import type { AgentAuthority, ServerHealth, ServerMetrics, ServerStatus, UsageLimits } from '@svc/protocol'
import { type RecentTraffic, TrafficHistory } from './fleet-traffic.ts'
import { LiveBuffer, type RecentColumns } from './live-buffer.ts'

type Listener = () => void

const none: readonly ServerMetrics[] = []

/**
 * The live servers. Rows are immutable: a changed row is a new object, the others keep their identity. Listeners are
 * notified in batches through `schedule`, so that a burst of frames causes only one render. Metrics change nothing during
 * the `pause` after the last ones or after a `full_sync`: a large fleet reports all the time, and a list that changes while
 * it renders has to begin again.
 */
export class ServerStore {
  #rows = new Map<string, ServerStatus>()
  #list: readonly ServerStatus[] | undefined = []
  #loaded = false
  #limits: Readonly<Record<string, UsageLimits>> = {}
  /** also of servers that are not in the list yet, whose health arrives first */
  readonly #health = new Map<string, ServerHealth>()
  readonly #buffers = new Map<string, LiveBuffer>()
  readonly #traffic = new TrafficHistory()
  readonly #rowListeners = new Map<string, Set<Listener>>()
  readonly #listListeners = new Set<Listener>()
  readonly #dirty = new Set<string>()
  #scheduled = false
  readonly #schedule: (flush: () => void) => void
  readonly #pause: (end: () => void) => void
  #isPaused = false
  #pending: ServerMetrics[] = []

  constructor(schedule: (flush: () => void) => void, pause: (end: () => void) => void) {
    this.#schedule = schedule
    this.#pause = pause
  }

  /** False until the first `full_sync` or REST reload. */
  get loaded(): boolean {
    return this.#loaded
  }

  /** From which values of a metric on servers count as unhealthy. */
  get limits(): Readonly<Record<string, UsageLimits>> {
    return this.#limits
  }

  setLimits(limits: Readonly<Record<string, UsageLimits>>): void {
    this.#limits = limits
  }

  /** The same object until something changes. */
  get traffic(): RecentTraffic {
    return this.#traffic.get()
  }

  seedTraffic(traffic: RecentTraffic): void {
    this.#traffic.seed({ in: [...traffic.in], out: [...traffic.out] }, performance.now())
    this.#changed()
  }

  get(id: string): ServerStatus | undefined {
    return this.#rows.get(id)
  }

  /** In server order. The same array until something changes. */
  list(): readonly ServerStatus[] {
    this.#list ??= [...this.#rows.values()]
    return this.#list
  }

  buffer(id: string): readonly ServerMetrics[] {
    return this.#buffers.get(id)?.points() ?? none
  }

  /**
   * Applies a `full_sync`. An empty one does not replace existing servers, because it may be wrong: returns false, and the
   * caller must reload over REST.
   */
  fullSync(servers: readonly ServerStatus[]): boolean {
    if (servers.length === 0 && this.#rows.size > 0) return false
    this.#health.clear()
    for (const { id, health } of servers) this.#health.set(id, health)
    this.replace(servers)
    this.#startPause()
    return true
  }

  /** Replaces the whole list. */
  replace(servers: readonly ServerStatus[]): void {
    this.#applyPending()
    const before = this.#rows
    this.#rows = new Map(
      servers.map((server) => [server.id, { ...server, health: this.#health.get(server.id) ?? server.health }]),
    )
    for (const id of [...before.keys(), ...this.#rows.keys()]) this.#touch(id)
    for (const id of this.#buffers.keys()) if (!this.#rows.has(id)) this.#buffers.delete(id)
    this.#loaded = true
    this.#changed()
  }

  /** Merges live metrics. Ignores the name, which may be outdated, and unknown servers. */
  update(metrics: readonly ServerMetrics[]): void {
    this.#pending.push(...metrics)
    if (this.#isPaused) return
    this.#applyPending()
    this.#startPause()
  }

  #startPause() {
    if (this.#isPaused) return
    this.#isPaused = true
    this.#pause(() => {
      this.#isPaused = false
      if (this.#pending.length > 0) this.update([])
    })
  }

  #applyPending() {
    const metrics = this.#pending
    if (metrics.length === 0) return
    this.#pending = []
    for (const figures of metrics) {
      const row = this.#rows.get(figures.id)
      if (!row) continue
      this.#rows.set(row.id, { ...row, ...figures, name: row.name })
      this.#touch(row.id)
      this.#bufferOf(row.id).push(figures)
    }
    this.#traffic.add(performance.now(), () => this.#sumTraffic())
    this.#changed()
  }

  /** Adds what the server reported before this tab listened. */
  seed(id: string, recent: RecentColumns): void {
    this.#applyPending()
    if (!this.#rows.has(id)) return
    this.#bufferOf(id).seed(id, recent)
    this.#touch(id)
    this.#changed()
  }

  #bufferOf(id: string): LiveBuffer {
    const buffer = this.#buffers.get(id) ?? new LiveBuffer()
    this.#buffers.set(id, buffer)
    return buffer
  }

  #sumTraffic() {
    const sum = { in: 0, out: 0 }
    for (const { online, net_in_speed, net_out_speed } of this.#rows.values()) {
      if (!online) continue
      sum.in += net_in_speed
      sum.out += net_out_speed
    }
    return sum
  }

  setOnline(id: string, online: boolean): void {
    this.#patch(id, { online })
  }

  setHealth(id: string, health: ServerHealth): void {
    this.#health.set(id, health)
    this.#patch(id, { health })
  }

  setCapabilities(id: string, capabilities: number): void {
    this.#patch(id, { capabilities })
  }

  /** The features of an offline server are empty on the wire; it keeps what it had, because what it stored is still there. */
  setFeatures(id: string, features: readonly string[]): void {
    if (this.#rows.get(id)?.online) this.#patch(id, { features: [...features] })
  }

  setAuthority(id: string, authority: AgentAuthority): void {
    this.#patch(id, {
      agent_authority: authority,
      has_token: authority.status === 'claimed',
      outstanding_enrollment: authority.outstanding_offer,
    })
  }

  /** Clears everything at the end of a session. */
  clear(): void {
    this.replace([])
    this.#traffic.clear()
    this.#loaded = false
  }

  onRow(id: string, listener: Listener): () => void {
    const listeners = this.#rowListeners.get(id) ?? new Set()
    this.#rowListeners.set(id, listeners.add(listener))
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0 && this.#rowListeners.get(id) === listeners) this.#rowListeners.delete(id)
    }
  }

  onList(listener: Listener): () => void {
    this.#listListeners.add(listener)
    return () => this.#listListeners.delete(listener)
  }

  #patch(id: string, patch: Partial<ServerStatus>) {
    this.#applyPending()
    const row = this.#rows.get(id)
    if (!row) return
    this.#rows.set(id, { ...row, ...patch })
    this.#touch(id)
    this.#changed()
  }

  #touch(id: string) {
    this.#dirty.add(id)
  }

  #changed() {
    this.#list = undefined
    if (this.#scheduled) return
    this.#scheduled = true
    this.#schedule(() => this.#flush())
  }

  #flush() {
    this.#scheduled = false
    const ids = [...this.#dirty]
    this.#dirty.clear()
    for (const id of ids) for (const listener of this.#rowListeners.get(id) ?? []) listener()
    for (const listener of this.#listListeners) listener()
  }
}
