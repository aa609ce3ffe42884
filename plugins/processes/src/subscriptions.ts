import type { Viewer } from '@svc/plugin-enrollment/contract'

/** A further subscription of the same browser replaces its oldest one. */
const maxServersPerViewer = 8

export interface SubscriptionsOptions {
  /** called when a server gets its first viewer */
  readonly onFirst: (serverId: string) => void
  /** called when the last viewer of a server has left */
  readonly onLast: (serverId: string) => void
}

/** The viewers of each server. Knows nothing about what they receive. */
export class Subscriptions {
  readonly #byServer = new Map<string, Set<Viewer>>()
  /** the servers of each connected viewer, oldest subscription first */
  readonly #byViewer = new Map<Viewer, Set<string>>()
  readonly #options: SubscriptionsOptions

  constructor(options: SubscriptionsOptions) {
    this.#options = options
  }

  /** The servers that have viewers. */
  servers(): readonly string[] {
    return [...this.#byServer.keys()]
  }

  viewersOf(serverId: string): readonly Viewer[] {
    return [...(this.#byServer.get(serverId) ?? [])]
  }

  hasViewers(serverId: string): boolean {
    return this.#byServer.has(serverId)
  }

  add(serverId: string, viewer: Viewer): void {
    if (viewer.signal.aborted) return
    let servers = this.#byViewer.get(viewer)
    if (!servers) {
      servers = new Set()
      this.#byViewer.set(viewer, servers)
      viewer.signal.addEventListener('abort', () => this.#removeViewer(viewer), { once: true })
    }
    servers.delete(serverId)
    servers.add(serverId)
    const [oldest] = servers
    if (servers.size > maxServersPerViewer && oldest !== undefined) this.remove(oldest, viewer)
    const viewers = this.#byServer.get(serverId)
    if (viewers) viewers.add(viewer)
    else {
      this.#byServer.set(serverId, new Set([viewer]))
      this.#options.onFirst(serverId)
    }
  }

  remove(serverId: string, viewer: Viewer): void {
    this.#byViewer.get(viewer)?.delete(serverId)
    const viewers = this.#byServer.get(serverId)
    if (!viewers?.delete(viewer) || viewers.size > 0) return
    this.#byServer.delete(serverId)
    this.#options.onLast(serverId)
  }

  #removeViewer(viewer: Viewer): void {
    for (const serverId of [...(this.#byViewer.get(viewer) ?? [])]) this.remove(serverId, viewer)
    this.#byViewer.delete(viewer)
  }
}
