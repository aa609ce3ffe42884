import type { Servers } from '@svc/plugin-enrollment/contract'
import { invalid, notFound } from '@svc/plugin-sdk'
import type { DependenciesStore } from './dependencies-store.ts'

interface Context {
  readonly servers: Pick<Servers, 'get'>
  readonly store: DependenciesStore
}

/** Reads and changes which servers can only be reached through which others. */
export function makeDependencies({ servers, store }: Context) {
  const byServer = () => {
    const found = new Map<string, string[]>()
    for (const { server_id, depends_on } of store.all()) {
      found.set(server_id, [...(found.get(server_id) ?? []), depends_on])
    }
    return found
  }

  /** Names of the servers on the way from `from` back to `target`; undefined without a cycle. */
  function cycleTo(target: string, from: string, all: ReadonlyMap<string, readonly string[]>): string[] | undefined {
    const seen = new Set<string>()
    const walk = (id: string): string[] | undefined => {
      if (id === target) return [id]
      if (seen.has(id)) return undefined
      seen.add(id)
      for (const next of all.get(id) ?? []) {
        const rest = walk(next)
        if (rest) return [id, ...rest]
      }
      return undefined
    }
    return walk(from)?.map((id) => servers.get(id)?.name ?? id)
  }

  return {
    all: byServer,
    /** A function that looks up what a server depends on, as of now. */
    snapshot() {
      const all = byServer()
      return (serverId: string): readonly string[] => all.get(serverId) ?? []
    },
    /** Throws 404 for an unknown server, and 422 for an unknown or circular dependency. Returns whether it changed. */
    set(serverId: string, dependsOn: readonly string[]): boolean {
      if (!servers.get(serverId)) throw notFound('kernel.UNKNOWN_SERVER')
      const unique = [...new Set(dependsOn)]
      const all = byServer()
      for (const [index, id] of unique.entries()) {
        const field = `depends_on.${index}`
        if (!servers.get(id)) throw invalid(field, 'alerts.SERVER_MUST_EXIST')
        if (id === serverId) throw invalid(field, 'alerts.DEPENDS_ON_ITSELF')
        const cycle = cycleTo(serverId, id, all)
        if (cycle) throw invalid(field, 'alerts.DEPENDENCY_CYCLE', { path: cycle.join(' → ') })
      }
      if ((all.get(serverId) ?? []).join() === unique.join()) return false
      store.set(serverId, unique)
      return true
    },
  }
}
export type Dependencies = ReturnType<typeof makeDependencies>
