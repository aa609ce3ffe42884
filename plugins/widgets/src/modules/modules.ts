import { badRequest, type Clock, conflict, type Database, notFound, toSeconds } from '@svc/plugin-sdk'
import type { WidgetPackage } from '@svc/widget-package'
import type { WidgetCatalog } from '../contract.ts'
import type { ModuleRow, ModulesStore, SourceType } from './modules-store.ts'

export interface Source {
  readonly type: SourceType
  readonly url: string | null
}

const maxModules = 500

interface Dependencies {
  readonly db: Pick<Database, 'transaction'>
  readonly store: ModulesStore
  readonly clock: Pick<Clock, 'now'>
}

/** Installed modules. Each change is one transaction. */
export function makeModules({ db, store, clock }: Dependencies) {
  const existing = (id: string): ModuleRow => {
    const row = store.get(id)
    if (!row) throw notFound('widgets.UNKNOWN_MODULE')
    return row
  }

  /** Installs all widgets of a package, or none. */
  function install(widgetPackage: WidgetPackage, source: Source): ModuleRow[] {
    return db.transaction(() => {
      store.putPackage({ sha256: widgetPackage.sha256, kind: widgetPackage.kind, bytes: widgetPackage.bytes })
      const isBuiltin = source.type === 'Builtin'
      for (const { manifest, entryPath, codeSha256 } of widgetPackage.widgets) {
        const before = store.get(manifest.id)
        if (before && before.source_type !== source.type) {
          throw conflict('widgets.OTHER_SOURCE', { id: manifest.id, source: before.source_type })
        }
        store.put({
          id: manifest.id,
          version: manifest.version,
          source_type: source.type,
          source_url: source.url,
          package_sha256: widgetPackage.sha256,
          entry_path: entryPath,
          code_sha256: codeSha256,
          manifest_json: JSON.stringify(manifest),
          // A disabled module stays disabled when it is replaced; built-in ones are enabled again.
          enabled: before && !isBuiltin ? before.enabled : 1,
          // Unchanged at a restart.
          installed_at:
            isBuiltin && before?.package_sha256 === widgetPackage.sha256 ? before.installed_at : toSeconds(clock.now()),
        })
      }
      // The limit does not apply to built-in modules.
      if (!isBuiltin && store.list().length > maxModules)
        throw badRequest('widgets.MODULE_LIMIT', { limit: maxModules })
      store.deleteUnusedPackages()
      return widgetPackage.widgets.map(({ manifest }) => existing(manifest.id))
    })
  }

  return {
    install,
    list: () => store.list(),
    get: existing,
    /** The module if it is enabled; throws 404. */
    enabled: (id: string): ModuleRow => {
      const row = existing(id)
      if (row.enabled === 0) throw notFound('widgets.UNKNOWN_MODULE')
      return row
    },
    /** Returns the changed module, if any. */
    enable: (id: string, enabled: boolean): ModuleRow[] => {
      const row = existing(id)
      if ((row.enabled === 1) === enabled) return []
      store.enable(id, enabled)
      return [existing(id)]
    },
    remove: (id: string): ModuleRow =>
      db.transaction(() => {
        const row = existing(id)
        if (row.source_type === 'Builtin') throw badRequest('widgets.BUILTIN_MODULE')
        store.remove(id)
        store.deleteUnusedPackages()
        return row
      }),
    /** Enables the built-in modules if they are those of the packages with these hashes; otherwise returns false. */
    enableBuiltin: (sha256s: readonly string[]): boolean => {
      const builtin = store.list().filter(({ source_type }) => source_type === 'Builtin')
      const installed = new Set(builtin.map(({ package_sha256 }) => package_sha256))
      if (installed.symmetricDifference(new Set(sha256s)).size > 0) return false
      for (const { id, enabled } of builtin) if (enabled === 0) store.enable(id, true)
      return true
    },
    /** Replaces the built-in modules with those of this version. */
    replaceBuiltin: (packages: readonly WidgetPackage[]) =>
      db.transaction(() => {
        const ids = new Set(packages.flatMap(({ widgets }) => widgets.map(({ manifest }) => manifest.id)))
        for (const row of store.list()) {
          // Built-in ids replace modules installed by users.
          const isStale = row.source_type === 'Builtin' ? !ids.has(row.id) : ids.has(row.id)
          if (isStale) store.remove(row.id)
        }
        for (const widgetPackage of packages) install(widgetPackage, { type: 'Builtin', url: null })
        store.deleteUnusedPackages()
      }),
    catalog: { has: (id: string) => store.get(id)?.enabled === 1 } satisfies WidgetCatalog,
  }
}
export type Modules = ReturnType<typeof makeModules>
