import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { FatalError } from '../fatal-error.ts'
import { sleep } from '../wait.ts'
import { hasEnded, startTimeOf } from './process-identity.ts'

const retryMs = 25
const timeoutMs = 3_000

const lockName = /^capability_grants\.lock\.(\d*)\.(\d+)\.(\d*)\.[0-9a-f-]{36}$/

/** A pid is only meaningful within its namespace, and containers have their own. Empty where there are none. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''
  } catch {
    return ''
  }
}

/** The name identifies the owner, so a lock file never exists without an owner. Names are never reused. */
const newLockName = () =>
  `capability_grants.lock.${pidNamespace()}.${process.pid}.${startTimeOf(process.pid) ?? ''}.${randomUUID()}`

/** Whether the owner of a lock file has ended. Unknown, hence false, for processes of other containers. */
function isStale(name: string): boolean {
  const [, namespace, pid, startTime] = lockName.exec(name) ?? []
  return namespace === pidNamespace() && hasEnded(Number(pid), startTime || null)
}

/** The lock file of another process, if any. Removes stale ones. */
async function findOtherLock(stateDir: string, ownName: string): Promise<string | undefined> {
  const others = (await readdir(stateDir)).filter((name) => lockName.test(name) && name !== ownName)
  for (const name of others) {
    if (!isStale(name)) return name
    // Failing to remove it is harmless: a stale lock file is ignored anyway.
    await rm(join(stateDir, name), { force: true }).catch(() => {})
  }
  return undefined
}

/**
 * Runs `change` while no other command changes the grants.
 *
 * Each process creates a lock file of its own, then looks for others and proceeds only if there are none. Of two
 * processes, the one that creates its file later sees the other one, so they never both proceed. Locks are never taken
 * over: a stale file is simply ignored.
 */
export async function withGrantLock<T>(stateDir: string, change: () => Promise<T>): Promise<T> {
  const ownName = newLockName()
  const path = join(stateDir, ownName)
  for (let waitedMs = 0; ; ) {
    let other = await findOtherLock(stateDir, ownName)
    if (other === undefined) {
      try {
        await (await open(path, 'wx', 0o600)).close()
        other = await findOtherLock(stateDir, ownName)
        if (other === undefined) return await change()
      } finally {
        await rm(path, { force: true })
      }
    }
    if (waitedMs >= timeoutMs) {
      throw new FatalError(`another command is changing the grants; if not, remove ${join(stateDir, other)}`)
    }
    // Random, so that competing processes do not stay in step.
    const waitMs = retryMs * (0.2 + Math.random())
    await sleep(waitMs, new AbortController().signal)
    waitedMs += waitMs
  }
}
