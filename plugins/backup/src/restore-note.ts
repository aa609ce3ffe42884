import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AuditEntry } from '@svc/plugin-system/contract'

/** Who restored which file. */
interface Note {
  readonly part: string
  readonly entry: AuditEntry
}

export type RestoreNote = ReturnType<typeof makeRestoreNote>

/**
 * What the restored database is to say about its restore: the entry is written into it when it is in use. The note is made
 * before the file is moved away from `part`, so a file that is still there was not restored.
 */
export function makeRestoreNote(database: string) {
  const path = `${database}.restore-note`
  return {
    write: (note: Note): void => writeFileSync(path, JSON.stringify(note), { mode: 0o600, flush: true }),
    remove: (): void => rmSync(path, { force: true }),
    /** The entry of the restore that this start has completed. */
    read(): AuditEntry | undefined {
      if (!existsSync(path)) return undefined
      try {
        const { part, entry } = JSON.parse(readFileSync(path, 'utf8')) as Note
        return existsSync(part) ? undefined : entry
      } catch {
        // Half of a note: the program ended before anything was replaced.
        return undefined
      }
    },
  }
}
