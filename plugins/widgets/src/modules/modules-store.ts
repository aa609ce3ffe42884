import type { Database } from '@svc/plugin-sdk'

export type SourceType = 'Builtin' | 'Url' | 'Upload'

export interface ModuleRow {
  readonly id: string
  readonly version: string
  readonly source_type: SourceType
  readonly source_url: string | null
  readonly package_sha256: string
  readonly entry_path: string
  readonly code_sha256: string
  readonly manifest_json: string
  /** 0 or 1 */
  readonly enabled: number
  /** epoch seconds */
  readonly installed_at: number
}

export interface PackageRow {
  readonly sha256: string
  readonly kind: 'module' | 'archive'
  readonly bytes: Buffer
}

/** Installed modules and their packages; modules of a collection share one. */
export function modulesStore(db: Database) {
  const all = db.prepare<[], ModuleRow>('SELECT * FROM widgets_modules ORDER BY id')
  const one = db.prepare<[string], ModuleRow>('SELECT * FROM widgets_modules WHERE id = ?')
  const put = db.prepare<[ModuleRow]>(`
    INSERT INTO widgets_modules VALUES (@id, @version, @source_type, @source_url, @package_sha256, @entry_path,
      @code_sha256, @manifest_json, @enabled, @installed_at)
    ON CONFLICT (id) DO UPDATE SET version = @version, source_type = @source_type, source_url = @source_url,
      package_sha256 = @package_sha256, entry_path = @entry_path, code_sha256 = @code_sha256,
      manifest_json = @manifest_json, enabled = @enabled, installed_at = @installed_at`)
  const enable = db.prepare<[number, string]>('UPDATE widgets_modules SET enabled = ? WHERE id = ?')
  const remove = db.prepare<[string]>('DELETE FROM widgets_modules WHERE id = ?')
  const insertPackage = db.prepare<[PackageRow]>(
    'INSERT INTO widgets_packages VALUES (@sha256, @kind, @bytes) ON CONFLICT DO NOTHING',
  )
  const file = db.prepare<[string], PackageRow>('SELECT * FROM widgets_packages WHERE sha256 = ?')
  const deleteUnused = db.prepare<[]>(
    'DELETE FROM widgets_packages WHERE sha256 NOT IN (SELECT package_sha256 FROM widgets_modules)',
  )
  return {
    list: () => all.all(),
    get: (id: string) => one.get(id),
    put: (row: ModuleRow) => void put.run(row),
    enable: (id: string, enabled: boolean) => void enable.run(enabled ? 1 : 0, id),
    remove: (id: string) => void remove.run(id),
    putPackage: (row: PackageRow) => void insertPackage.run(row),
    package: (sha256: string) => file.get(sha256),
    /** Deletes unused packages. */
    deleteUnusedPackages: () => void deleteUnused.run(),
  }
}
export type ModulesStore = ReturnType<typeof modulesStore>
