import { existsSync, statSync } from 'node:fs'
import type { Finding } from '@svc/plugin-sdk'
import type Sqlite from 'better-sqlite3'
import { reasonOf } from '../boot-error.ts'
import type { AnyPlugin, PluginRecord } from '../candidate.ts'
import { schemaVersion } from '../database.ts'
import { amount } from './amount.ts'

const maxLogBytes = 256 * 1024 * 1024

const restore = 'restore a backup: svc-server restore FILE'

/** What SQLite says of the whole file. */
function integrity(raw: Sqlite.Database): Finding {
  try {
    const lines = raw.prepare('PRAGMA integrity_check(3)').pluck().all() as string[]
    if (lines[0] === 'ok') return { state: 'ok', text: 'its integrity check found nothing' }
    return { state: 'problem', text: `it is damaged: ${lines.join('; ')}`, advice: restore }
  } catch (error) {
    return { state: 'problem', text: `it cannot be read: ${reasonOf(error)}`, advice: restore }
  }
}

/** Whether this program can use it, and what it would change. */
function age(raw: Sqlite.Database, records: readonly PluginRecord[]): Finding {
  const upgrade = 'upgrade this program, or restore a backup that its version has made'
  const found = raw.pragma('user_version', { simple: true }) as number
  if (found > schemaVersion)
    return { state: 'problem', text: 'a newer version of this program wrote it', advice: upgrade }
  const rows = raw.prepare<[], { plugin: string; name: string }>('SELECT plugin, name FROM kernel_migrations').all()
  const names = new Map(
    records.flatMap(({ candidate: { id }, definition }) =>
      definition ? [[id, ((definition as AnyPlugin).migrations ?? []).map(({ name }) => name)] as const] : [],
    ),
  )
  const unknown = rows.find(({ plugin, name }) => names.get(plugin)?.includes(name) === false)
  if (unknown) {
    const text = `a newer version of this program wrote it: it has step ${unknown.plugin}/${unknown.name}`
    return { state: 'problem', text, advice: upgrade }
  }
  const pending = [...names].flatMap(([plugin, all]) => {
    const applied = rows.filter((row) => row.plugin === plugin).map(({ name }) => name)
    return all.filter((name) => !applied.includes(name)).map((name) => `${plugin}/${name}`)
  })
  if (pending.length === 0) return { state: 'ok', text: 'its tables are those of this version' }
  return { state: 'ok', text: `the next start migrates it: ${pending.join(', ')}` }
}

/** The database as it is, without changing it. */
export function checkDatabase(
  file: string,
  raw: Sqlite.Database | undefined,
  records: readonly PluginRecord[],
): Finding[] {
  if (!existsSync(file)) {
    const advice = 'if the server has run before, set server.data_dir and database.path to its files'
    return [{ state: 'warning', text: `there is no database ${file} yet`, advice }]
  }
  if (!raw)
    return [{ state: 'problem', text: `${file} cannot be opened`, advice: `check that it is readable; ${restore}` }]
  const sound = integrity(raw)
  if (sound.state !== 'ok') return [sound]
  const logBytes = statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0
  const log: Finding =
    logBytes > maxLogBytes
      ? {
          state: 'warning',
          text: `its write-ahead log has ${amount(logBytes)}`,
          advice: 'something reads the database for long, such as a backup tool; end it, or restart the server',
        }
      : { state: 'ok', text: `${file} has ${amount(statSync(file).size)}, its write-ahead log ${amount(logBytes)}` }
  return [sound, age(raw, records), log]
}
