import { badRequest, type Clock, conflict, type Database, notFound, toSeconds } from '@svc/plugin-sdk'
import type { FoundPackage } from '@svc/widget-package'
import type { WidgetCatalog } from '../contract.ts'
import type { ModuleRow, ModulesStore, SourceType } from './modules-store.ts'

/** Where a package came from. */
export interface Source {
  readonly type: SourceType
  readonly url: string | null
}

const mostModules = 500

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly store: ModulesStore
  readonly clock: Pick<Clock, 'now'>
}

/** The modules of this installation; each act is one transaction. */
export function makeModules({ db, store, clock }: Dependencies) {
  const existing = (id: string): ModuleRow => {
    const row = store.get(id)
    if (!row) throw notFound('no such widget module')
    return row
  }

  /** Puts every widget of a package in place, or none of them. */
  function install(found: FoundPackage, source: Source): ModuleRow[] {
    return db.transaction(() => {
      store.keepPackage({ sha256: found.sha256, kind: found.kind, bytes: found.bytes })
      const isBuiltin = source.type === 'Builtin'
      for (const { manifest, entryPath, codeSha256 } of found.widgets) {
        const before = store.get(manifest.id)
        if (before && before.source_type !== source.type) {
          throw conflict(`${manifest.id} is already installed from another source (${before.source_type})`)
        }
        store.put({
          id: manifest.id,
          version: manifest.version,
          source_type: source.type,
          source_url: source.url,
          package_sha256: found.sha256,
          entry_path: entryPath,
          code_sha256: codeSha256,
          manifest_json: JSON.stringify(manifest),
          // one that was switched off stays off when it is replaced; those of the program are always there
          enabled: before && !isBuiltin ? before.enabled : 1,
          // a start of the program installs nothing that is there
          installed_at:
            isBuiltin && before?.package_sha256 === found.sha256 ? before.installed_at : toSeconds(clock.now()),
        })
      }
      // what comes with the program always finds room
      if (!isBuiltin && store.list().length > mostModules)
        throw badRequest(`there can be at most ${mostModules} widget modules`)
      store.sweepPackages()
      return found.widgets.map(({ manifest }) => existing(manifest.id))
    })
  }

  return {
    install,
    list: () => store.list(),
    get: existing,
    /** The module, when it may be loaded. */
    enabled: (id: string): ModuleRow => {
      const row = existing(id)
      if (row.enabled === 0) throw notFound('no such widget module')
      return row
    },
    /** What changed: the module, or nothing. */
    enable: (id: string, enabled: boolean): ModuleRow[] => {
      const row = existing(id)
      if ((row.enabled === 1) === enabled) return []
      store.enable(id, enabled)
      return [existing(id)]
    },
    remove: (id: string): ModuleRow =>
      db.transaction(() => {
        const row = existing(id)
        if (row.source_type === 'Builtin')
          throw badRequest('a built-in widget module cannot be uninstalled; disable it instead')
        store.remove(id)
        store.sweepPackages()
        return row
      }),
    /** Makes the built-in modules those of this version of the program. */
    replaceBuiltin: (packages: readonly FoundPackage[]) =>
      db.transaction(() => {
        const ids = new Set(packages.flatMap(({ widgets }) => widgets.map(({ manifest }) => manifest.id)))
        for (const row of store.list()) {
          // an id that the program claims for itself was somebody else's before
          const isStale = row.source_type === 'Builtin' ? !ids.has(row.id) : ids.has(row.id)
          if (isStale) store.remove(row.id)
        }
        for (const found of packages) install(found, { type: 'Builtin', url: null })
        store.sweepPackages()
      }),
    catalog: { has: (id: string) => store.get(id)?.enabled === 1 } satisfies WidgetCatalog,
  }
}
export type Modules = ReturnType<typeof makeModules>
