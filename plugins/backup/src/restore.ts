import type { DatabaseFile } from '@svc/plugin-sdk'
import type { AuditEntry } from '@svc/plugin-system/contract'
import type { ArchiveKey } from './archive/archive-format.ts'
import type { Archives } from './archive/archives.ts'
import type { Steps } from './operations.ts'
import type { RestoreNote } from './restore-note.ts'
import type { NewPaths, SideFiles } from './side-files.ts'

interface Dependencies {
  readonly archives: Pick<Archives, 'open' | 'unpack'>
  readonly database: Pick<DatabaseFile, 'check'>
  readonly files: Pick<SideFiles, 'remove' | 'write'>
  readonly note: RestoreNote
}

/** A file that is being received. */
export interface Received {
  readonly chunks: AsyncIterable<Uint8Array>
  readonly maxBytes: number
  /** of a full backup */
  readonly passphrase: string | undefined
  /** the audit entry, to which the size and what the archive says are added */
  readonly entry: AuditEntry
}

export interface Restored {
  /** what `stage` returned */
  readonly former: string | undefined
  /** names in the data directory that the backup contains, but no plugin of this server knows */
  readonly skipped: readonly string[]
  /** third-party plugins of the other server */
  readonly plugins: readonly string[]
}

/**
 * Receives a database or a full backup, checks it and hands it over to `stage`, which makes it replace the current data. Until
 * then nothing has changed.
 */
export const makeRestore =
  ({ archives, database, files, note }: Dependencies) =>
  async (
    paths: NewPaths,
    { chunks, maxBytes, passphrase, entry }: Received,
    steps: Steps,
    stage: (database: string, files?: string) => string | undefined,
  ): Promise<Restored> => {
    let key: ArchiveKey | undefined
    let path = paths.file()
    // The passphrase is checked before the rest is received.
    const size = await files.write(path, chunks, maxBytes, async () => {
      key = await archives.open(path, passphrase)
    })
    let folder: string | undefined
    let detail: Record<string, unknown> = { ...entry.detail, size }
    let unpacked: Awaited<ReturnType<Archives['unpack']>> | undefined
    if (key) {
      const archive = path
      path = paths.file()
      folder = paths.folder()
      unpacked = await archives.unpack({ from: archive, key, database: path, folder }, steps)
      await files.remove(archive)
      const { version, created_at } = unpacked.manifest
      detail = { ...detail, full: true, version, created_at }
    }
    steps.begin('checking')
    await database.check(path)
    try {
      note.write(path, { ...entry, detail })
      return {
        former: stage(path, folder),
        skipped: unpacked?.skipped ?? [],
        plugins: unpacked?.manifest.plugins.map(({ id, version }) => `${id} ${version}`) ?? [],
      }
    } catch (error) {
      note.remove()
      throw error
    }
  }
export type Restore = ReturnType<typeof makeRestore>
