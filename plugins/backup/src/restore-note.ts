import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AuditEntry } from '@svc/plugin-system/contract'

/** Who restored which file. */
interface Note {
  /** where the file was when it was checked */
  readonly part: string
  /** of the file system, which renames do not change */
  readonly inode: number
  readonly entry: AuditEntry
}

export type RestoreNote = ReturnType<typeof makeRestoreNote>

/** `restored`: its database is in use. `undone`: it was, but the program could not start with it. */
export interface RestoreOutcome {
  readonly outcome: 'restored' | 'undone'
  readonly entry: AuditEntry
}

/** What the audit log is to say about a restore, once it is known which database is in use. */
export function makeRestoreNote(database: string) {
  const path = `${database}.restore-note`
  const inodeOf = (file: string) => statSync(file, { throwIfNoEntry: false })?.ino
  return {
    /** The file at `part` is about to replace the database. */
    write(part: string, entry: AuditEntry): void {
      const note: Note = { part, inode: inodeOf(part) ?? 0, entry }
      writeFileSync(path, JSON.stringify(note), { mode: 0o600, flush: true })
    },
    remove: (): void => rmSync(path, { force: true }),
    /** Undefined if nothing was restored since the last start. */
    read(): RestoreOutcome | undefined {
      if (!existsSync(path)) return undefined
      try {
        const { part, inode, entry } = JSON.parse(readFileSync(path, 'utf8')) as Note
        // The program ended before the file was moved.
        if (existsSync(part)) return undefined
        return { outcome: inodeOf(database) === inode ? 'restored' : 'undone', entry }
      } catch {
        // Half of a note: the program ended before anything was replaced.
        return undefined
      }
    },
  }
}
