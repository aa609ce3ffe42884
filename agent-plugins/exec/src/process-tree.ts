import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

/** The variable by which processes of a command are recognized that left its process group. */
export const cookieName = 'EXEC_COOKIE'

interface Process {
  readonly pid: number
  readonly parent: number
  readonly group: number
  readonly cookie: boolean
}

/** A process started with `detached`, and what it started. */
export interface ProcessTree {
  /** of the leader, and the id of the process group */
  readonly pid: number
  /** the value of `EXEC_COOKIE` */
  readonly cookie: string
}

const pollMs = 25

function readProcess(pid: number, cookie: string): Process | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name is in parentheses and may contain anything.
    const [state, parent, group] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    if (state === 'Z' || state === 'X') return undefined
    return { pid, parent: Number(parent), group: Number(group), cookie: hasCookie(pid, cookie) }
  } catch {
    // It has ended meanwhile.
    return undefined
  }
}

function hasCookie(pid: number, cookie: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').includes(`${cookieName}=${cookie}`)
  } catch {
    // Of another user.
    return false
  }
}

const readAll = (cookie: string): Process[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(Number(name), cookie) ?? [])

/** The processes of a tree that still run: its group, its descendants, and those that carry its cookie. */
function members({ pid: leader, cookie }: ProcessTree): number[] {
  const all = readAll(cookie)
  const isMember = ({ pid, group, cookie }: Process) => pid === leader || group === leader || cookie
  const found = new Set(all.filter(isMember).map(({ pid }) => pid))
  for (let size = 0; size !== found.size; ) {
    size = found.size
    for (const { pid, parent } of all) if (found.has(parent)) found.add(pid)
  }
  return [...found]
}

function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0)
    return true
  } catch {
    return false
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // It has ended meanwhile, or belongs to another user.
  }
}

// A group whose members are zombies still exists, so the process table is read where it can be.
const canScan = process.platform === 'linux'
const isAlive = (tree: ProcessTree) => (canScan ? members(tree).length > 0 : isGroupAlive(tree.pid))

function signalAll(tree: ProcessTree, signal: NodeJS.Signals): void {
  send(-tree.pid, signal)
  if (canScan) for (const pid of members(tree)) send(pid, signal)
}

/** Ends a tree: SIGTERM, and SIGKILL for what is left after the grace. Resolves when nothing of it runs any more. */
export async function endTree(tree: ProcessTree, graceMs: number): Promise<void> {
  const steps = Math.ceil(graceMs / pollMs)
  signalAll(tree, 'SIGTERM')
  // A stopped process cannot handle the signal.
  signalAll(tree, 'SIGCONT')
  for (let step = 0; step < steps && isAlive(tree); step += 1) await pause(pollMs)
  // A process may fork while the others are killed.
  for (let step = 0; step < 40 && isAlive(tree); step += 1) {
    signalAll(tree, 'SIGKILL')
    await pause(pollMs)
  }
}

/** Ends what a command left in its process group. A daemon that started a session of its own stays. */
export async function endGroup(group: number, graceMs: number): Promise<void> {
  const isRunning = () => isGroupAlive(group) && (!canScan || readAll('').some((process) => process.group === group))
  if (!isRunning()) return
  send(-group, 'SIGTERM')
  send(-group, 'SIGCONT')
  for (let waited = 0; waited < graceMs && isRunning(); waited += pollMs) await pause(pollMs)
  // The system may give the number of a group that has ended to another one.
  if (isRunning()) send(-group, 'SIGKILL')
}
