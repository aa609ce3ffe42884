import { ApiError, type DatabaseFile } from '@svc/plugin-sdk'
import type { AnyPlugin, PluginRecord } from './candidate.ts'
import { schemaVersion } from './database.ts'
import type { Inspection } from './inspect-database.ts'
import { databaseBytes } from './migration-copy.ts'
import type { Offload } from './offload.ts'
import { type DataPlace, stageDatabase } from './replace-database.ts'

interface Options {
  readonly place: DataPlace
  readonly offload: Pick<Offload, 'copy' | 'inspect'>
  readonly records: readonly PluginRecord[]
}

const codes = {
  other: 'kernel.NOT_A_DATABASE',
  incomplete: 'kernel.DATABASE_INCOMPLETE',
  damaged: 'kernel.DATABASE_DAMAGED',
  foreign: 'kernel.DATABASE_FOREIGN',
} as const

const newer = (step: string) => new ApiError(422, 'kernel.DATABASE_NEWER', { step })

/** The database of a kernel as one file. */
export function makeDatabaseFile({ place, offload, records }: Options): DatabaseFile {
  const path = place.file
  /** Undefined for plugins that are not installed: their data is kept. */
  const stepsOf = async (id: string): Promise<Set<string> | undefined> => {
    const record = records.find(({ candidate }) => candidate.id === id)
    if (!record) return undefined
    // One that is disabled here may be enabled there.
    const load = async () => (await record.candidate.load()) as AnyPlugin
    const { migrations = [] } = record.definition ?? (await load())
    return new Set(migrations.map(({ name }) => name))
  }

  const checkAge = async ({ schemaVersion: found, migrations }: Extract<Inspection, { kind: 'ours' }>) => {
    if (found > schemaVersion) throw newer('kernel')
    const known = new Map<string, Set<string> | undefined>()
    for (const { plugin, name } of migrations) {
      if (!known.has(plugin)) known.set(plugin, await stepsOf(plugin))
      if (known.get(plugin)?.has(name) === false) throw newer(`${plugin}/${name}`)
    }
  }

  return {
    path,
    size: () => databaseBytes(path),
    copyTo: (to, { signal } = {}) => offload.copy(to, signal),
    async check(file, { signal } = {}) {
      const found = await offload.inspect(file, signal)
      if (found.kind !== 'ours') throw new ApiError(422, codes[found.kind])
      await checkAge(found)
    },
    replaceWith: (file, files) => stageDatabase(place, file, files),
  }
}
