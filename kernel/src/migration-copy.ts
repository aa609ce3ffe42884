import { existsSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Migration } from '@svc/plugin-sdk'
import semver from 'semver'
import { BootError } from './boot-error.ts'
import { isLoaded, type PluginRecord } from './candidate.ts'
import { copyDatabase } from './copy-database.ts'
import type { RawDatabase } from './database.ts'
import { flushFolder } from './flush.ts'

/** Stays free for the database. */
export const reservedBytes = 64 * 1024 * 1024

const gib = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(2)} GiB`

const prefixOf = (file: string) => `${file}.pre-migration-`

/**
 * Migrations that will change tables with data. Those of a plugin that has none yet only create its tables, unless they take
 * over tables of another plugin.
 */
function pendingMigrations(raw: RawDatabase, records: readonly PluginRecord[]): string[] {
  const rows = raw.prepare<[], { plugin: string; name: string }>('SELECT plugin, name FROM kernel_migrations').all()
  const applied = Map.groupBy(rows, ({ plugin }) => plugin)
  const tables = new Set(raw.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").pluck().all())
  return records.filter(isLoaded).flatMap(({ candidate: { id }, definition: { migrations = [] } }) => {
    const names = applied.get(id)?.map(({ name }) => name) ?? []
    const changesData = ({ adopts = [] }: Migration) => names.length > 0 || adopts.some((table) => tables.has(table))
    return migrations
      .filter((migration) => !names.includes(migration.name) && changesData(migration))
      .map(({ name }) => `${id}/${name}`)
  })
}

/** Bytes that a copy of the database needs. */
export const databaseBytes = (file: string): number =>
  [file, `${file}-wal`].reduce((sum, path) => sum + (statSync(path, { throwIfNoEntry: false })?.size ?? 0), 0)

interface Options {
  readonly raw: RawDatabase
  readonly file: string
  /** of the program */
  readonly version: string
  readonly records: readonly PluginRecord[]
}

/**
 * Copies the database before this version of the program changes its tables, so that the previous version can be used again.
 * Returns the copy, or undefined if there is nothing to do. A copy of an earlier attempt is the original one, and stays.
 */
export async function copyBeforeMigrations({ raw, file, version, records }: Options): Promise<string | undefined> {
  const path = `${prefixOf(file)}${version}`
  if (existsSync(path)) return undefined
  const pending = pendingMigrations(raw, records)
  if (pending.length === 0) return undefined
  const needed = databaseBytes(file) + reservedBytes
  const { bavail, bsize } = statfsSync(dirname(file))
  if (bavail * bsize < needed) {
    throw new BootError(
      `the database has to be migrated (${pending.join(', ')}), and is copied before that, which needs ${gib(needed)} in ` +
        `${dirname(file)}; only ${gib(bavail * bsize)} are free. Free space, or set database.migration_copy = false`,
    )
  }
  const part = `${path}.part`
  rmSync(part, { force: true })
  await copyDatabase(file, part)
  renameSync(part, path)
  flushFolder(dirname(path))
  return path
}

/** Deletes the copies that earlier versions made, because this one has started. */
export function removeOldCopies(file: string, version: string): void {
  const prefix = basename(prefixOf(file))
  for (const name of readdirSync(dirname(file))) {
    if (!name.startsWith(prefix)) continue
    const made = semver.parse(name.slice(prefix.length).replace(/\.part$/, ''))
    if (made && semver.lt(made, version)) rmSync(join(dirname(file), name))
  }
}
