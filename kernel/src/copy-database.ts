import { rmSync } from 'node:fs'
import { connect } from './database.ts'

/** Pages per step, 4 MB: other tasks of the thread run between steps. */
const stepPages = 1000

/**
 * Copies the database to a new file. The copy is of one moment: an open read transaction keeps the source as it was, and
 * writers do not wait. Without it, each write of another connection would start the copy again.
 */
export async function copyDatabase(file: string, to: string, signal?: AbortSignal): Promise<void> {
  const source = connect(file)
  try {
    source.exec('BEGIN')
    source.prepare('SELECT 1 FROM sqlite_master').get()
    await source.backup(to, {
      progress() {
        signal?.throwIfAborted()
        return stepPages
      },
    })
  } catch (error) {
    for (const suffix of ['', '-journal']) rmSync(`${to}${suffix}`, { force: true })
    throw error
  } finally {
    source.close()
  }
}
