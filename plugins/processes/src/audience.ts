import type { Viewer } from '@svc/plugin-enrollment/contract'

/** Who looks at which server. One browser may look at so many; asking for more takes it away from the oldest. */
const mostPerViewer = 8

export interface AudienceOptions {
  /** the first one came */
  readonly onFirst: (serverId: string) => void
  /** the last one left */
  readonly onLast: (serverId: string) => void
}

/** The viewers of each server. Knows nothing of what they see. */
export class Audience {
  readonly #byServer = new Map<string, Set<Viewer>>()
  /** of each viewer its servers, the oldest first; held only as long as the viewer is */
  readonly #byViewer = new Map<Viewer, Set<string>>()
  readonly #options: AudienceOptions

  constructor(options: AudienceOptions) {
    this.#options = options
  }

  /** The servers that somebody looks at. */
  servers(): readonly string[] {
    return [...this.#byServer.keys()]
  }

  of(serverId: string): readonly Viewer[] {
    return [...(this.#byServer.get(serverId) ?? [])]
  }

  has(serverId: string): boolean {
    return this.#byServer.has(serverId)
  }

  join(serverId: string, viewer: Viewer): void {
    if (viewer.signal.aborted) return
    const known = this.#byViewer.get(viewer)
    const servers = known ?? new Set()
    if (!known) {
      this.#byViewer.set(viewer, servers)
      viewer.signal.addEventListener('abort', () => this.#gone(viewer), { once: true })
    }
    servers.delete(serverId)
    servers.add(serverId)
    const [oldest] = servers
    if (servers.size > mostPerViewer && oldest !== undefined) this.leave(oldest, viewer)
    const viewers = this.#byServer.get(serverId)
    if (viewers) viewers.add(viewer)
    else {
      this.#byServer.set(serverId, new Set([viewer]))
      this.#options.onFirst(serverId)
    }
  }

  leave(serverId: string, viewer: Viewer): void {
    this.#byViewer.get(viewer)?.delete(serverId)
    const viewers = this.#byServer.get(serverId)
    if (!viewers?.delete(viewer) || viewers.size > 0) return
    this.#byServer.delete(serverId)
    this.#options.onLast(serverId)
  }

  #gone(viewer: Viewer): void {
    for (const serverId of [...(this.#byViewer.get(viewer) ?? [])]) this.leave(serverId, viewer)
    this.#byViewer.delete(viewer)
  }
}
