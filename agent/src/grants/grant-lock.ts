import { open, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from '../pause.js'
import { Refusal } from '../refusal.js'

const retryMs = 25
const patienceMs = 3_000
/** A change takes milliseconds: a lock this old was left behind by a process that died. */
const staleMs = 10_000

async function isStale(path: string): Promise<boolean> {
  try {
    return Date.now() - (await stat(path)).mtimeMs > staleMs
  } catch {
    return false
  }
}

/** Runs a read-change-write of the grants while no other command does; two at a time would lose one of them. */
export async function withGrantLock<T>(stateDir: string, change: () => Promise<T>): Promise<T> {
  const path = join(stateDir, 'capability_grants.lock')
  for (let waited = 0; ; waited += retryMs) {
    try {
      await (await open(path, 'wx', 0o600)).close()
      break
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      if (await isStale(path)) await rm(path, { force: true })
      else if (waited >= patienceMs) throw new Refusal(`another command is changing the grants; if not, remove ${path}`)
      else await pause(retryMs, new AbortController().signal)
    }
  }
  try {
    return await change()
  } finally {
    await rm(path, { force: true })
  }
}
