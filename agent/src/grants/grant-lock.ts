import { randomUUID } from 'node:crypto'
import { readlinkSync } from 'node:fs'
import { open, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pause } from '../pause.ts'
import { Refusal } from '../refusal.ts'
import { beganOf, hasEnded } from './process-identity.ts'

const retryMs = 25
const patienceMs = 3_000

const markName = /^capability_grants\.lock\.(\d*)\.(\d+)\.(\d*)\.[0-9a-f-]{36}$/

/** The processes among which a pid means something: a container has its own. Empty where there is no such thing. */
function pidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? ''
  } catch {
    return ''
  }
}

/** The name of a mark says whose it is, so that it is never there without saying it. No name is used twice. */
const freshMark = () =>
  `capability_grants.lock.${pidNamespace()}.${process.pid}.${beganOf(process.pid) ?? ''}.${randomUUID()}`

/** Left behind by a process that has ended. Of one in another container nobody here can say that. */
function isAbandoned(mark: string): boolean {
  const [, namespace, pid, began] = markName.exec(mark) ?? []
  return namespace === pidNamespace() && hasEnded(Number(pid), began || null)
}

/** A mark of somebody else who holds the lock or is about to. */
async function rivalOf(stateDir: string, own: string): Promise<string | undefined> {
  const marks = (await readdir(stateDir)).filter((name) => markName.test(name) && name !== own)
  for (const mark of marks) {
    if (!isAbandoned(mark)) return mark
    // Nobody can mistake it for another one. If it cannot be removed, it is in nobody's way either.
    await rm(join(stateDir, mark), { force: true }).catch(() => {})
  }
  return undefined
}

/**
 * Runs a read-change-write of the grants while no other command does; two at a time would lose one of them.
 *
 * Everyone puts up a mark of its own, then looks for others, and goes on only when there is none. Of two, the one whose
 * mark came later sees the earlier one, so both never go on. Nothing is ever taken over: the mark of a process that
 * ended does not count, and only that process could have used it.
 */
export async function withGrantLock<T>(stateDir: string, change: () => Promise<T>): Promise<T> {
  const own = freshMark()
  const path = join(stateDir, own)
  for (let waited = 0; ; ) {
    let rival = await rivalOf(stateDir, own)
    if (rival === undefined) {
      try {
        await (await open(path, 'wx', 0o600)).close()
        rival = await rivalOf(stateDir, own)
        if (rival === undefined) return await change()
      } finally {
        await rm(path, { force: true })
      }
    }
    if (waited >= patienceMs) {
      throw new Refusal(`another command is changing the grants; if not, remove ${join(stateDir, rival)}`)
    }
    // Not all the same time: those who met once would meet again.
    const wait = retryMs * (0.2 + Math.random())
    await pause(wait, new AbortController().signal)
    waited += wait
  }
}
