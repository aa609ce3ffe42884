import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Database, invalid, type Logger, notFound, type Registry } from '@svc/plugin-sdk'
import type { AlertSubjects, DependencyTargets } from '../contract.ts'
import type { DependenciesStore, DependencyNode } from './dependencies-store.ts'
import type { AlertDependency } from './grouping-schema.ts'

interface Context {
  readonly db: Pick<Database, 'transaction'>
  readonly log: Logger
  readonly servers: Pick<Servers, 'get'>
  readonly store: DependenciesStore
  readonly subjects: Registry<AlertSubjects>
  readonly targets: Registry<DependencyTargets>
}

/** Reads and changes what can only be reached through what: servers and other subjects, through servers and targets. */
export function makeDependencies({ db, log, servers, store, subjects, targets }: Context) {
  const byId = () => {
    const found = new Map<string, string[]>()
    for (const { subject_id, depends_on } of store.all()) {
      found.getOrInsertComputed(subject_id, () => []).push(depends_on)
    }
    return found
  }

  function subjectOf(id: string) {
    for (const { kind, get } of subjects.all()) {
      const found = get(id)
      if (found) return { kind, ...found }
    }
    return undefined
  }

  function targetOf(id: string) {
    for (const { kind, list } of targets.all()) {
      const found = list().find((target) => target.id === id)
      if (found) return { kind, ...found }
    }
    return undefined
  }

  const nameOf = (id: string): string => servers.get(id)?.name ?? subjectOf(id)?.name ?? targetOf(id)?.name ?? id

  /** Names on the way from `from` back to `target`; undefined without a cycle. */
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
    return walk(from)?.map(nameOf)
  }

  /** A function that tells whether something exists, as of now, and its plugin is on. */
  function makeExists() {
    const ids = new Map(targets.all().map(({ kind, list }) => [kind, new Set(list().map(({ id }) => id))]))
    return ({ kind, id }: DependencyNode): boolean =>
      kind === 'server'
        ? servers.get(id) !== undefined
        : subjects.get(kind)?.get(id) !== undefined || ids.get(kind)?.has(id) === true
  }

  const isRunning = (kind: string) =>
    kind === 'server' || subjects.get(kind) !== undefined || targets.get(kind) !== undefined

  const kindOf = (id: string) => (servers.get(id) ? 'server' : subjectOf(id)?.kind)

  return {
    all: byId,
    nameOf,
    /** `server`, or a kind of `alertSubjects`; undefined: unknown */
    kindOf,
    /** Of all that exist. */
    list(): AlertDependency[] {
      const exists = makeExists()
      const rows = store.all().filter((row) => exists({ kind: row.depends_on_kind, id: row.depends_on }))
      return [...Map.groupBy(rows, ({ subject_id }) => subject_id)].flatMap(([id, [first, ...more]]) => {
        if (!first || !exists({ kind: first.subject_kind, id })) return []
        return { id, kind: first.subject_kind, depends_on: [first, ...more].map(({ depends_on }) => depends_on) }
      })
    },
    /** What servers can depend on besides servers. */
    targets: () =>
      targets
        .all()
        .flatMap(({ kind, name, list }) =>
          list().map(({ id, name: own }) => ({ id, kind, kind_text: name, name: own })),
        ),
    /** A function that looks up what a server or another subject depends on, as of now. */
    snapshot() {
      const all = byId()
      return (id: string): readonly string[] => {
        const declared = all.get(id) ?? []
        return servers.get(id) ? declared : [...declared, ...(subjectOf(id)?.serverIds ?? [])]
      }
    },
    /** The targets that something depends on and that cannot be reached now. Never rejects. */
    async unreachable(): Promise<ReadonlySet<string>> {
      const found = new Set<string>()
      for (const [kind, rows] of Map.groupBy(store.all(), ({ depends_on_kind }) => depends_on_kind)) {
        const ids = [...new Set(rows.map(({ depends_on }) => depends_on))]
        try {
          for (const id of (await targets.get(kind)?.unreachable(ids)) ?? []) found.add(id)
        } catch (err) {
          log.error({ err, kind }, 'failed to check dependencies; they explain no alert')
        }
      }
      return found
    },
    /** Throws 404 for an unknown subject, and 422 for an unknown or circular dependency. Returns whether it changed. */
    set(id: string, dependsOn: readonly string[]): boolean {
      const kind = kindOf(id)
      if (kind === undefined) throw notFound('alerts.UNKNOWN_SUBJECT')
      const all = byId()
      const nodes = [...new Set(dependsOn)].map((on, index): DependencyNode => {
        const field = `depends_on.${index}`
        const onKind = servers.get(on) ? 'server' : targetOf(on)?.kind
        if (onKind === undefined) throw invalid(field, 'alerts.SERVER_OR_TARGET_MUST_EXIST')
        if (on === id) throw invalid(field, 'alerts.DEPENDS_ON_ITSELF')
        const cycle = cycleTo(id, on, all)
        if (cycle) throw invalid(field, 'alerts.DEPENDENCY_CYCLE', { path: cycle.join(' → ') })
        return { kind: onKind, id: on }
      })
      if ((all.get(id) ?? []).join() === nodes.map((node) => node.id).join()) return false
      store.set({ kind, id }, nodes)
      return true
    },
    /** In the transaction that deletes a server. */
    serverDeleted: ({ id }: { readonly id: string }) => store.remove(id),
    /** What was deleted while this plugin was off, or belongs to another plugin. */
    removeDeleted() {
      const nodes = store.all().flatMap(({ subject_kind, subject_id, depends_on_kind, depends_on }) => [
        { kind: subject_kind, id: subject_id },
        { kind: depends_on_kind, id: depends_on },
      ])
      const exists = makeExists()
      const deleted = new Set(nodes.filter((node) => isRunning(node.kind) && !exists(node)).map(({ id }) => id))
      if (deleted.size === 0) return
      db.transaction(() => {
        for (const id of deleted) store.remove(id)
      })
    },
  }
}
export type Dependencies = ReturnType<typeof makeDependencies>
