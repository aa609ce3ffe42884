import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TrialTiming {
  /** for the candidate to be acknowledged by the server */
  readonly announceMs: number
  /** for which it must go on running afterwards */
  readonly stableMs: number
  /** for a program to exit before it is killed */
  readonly stopMs: number
}

export const defaultTiming: TrialTiming = { announceMs: 90_000, stableMs: 5_000, stopMs: 10_000 }

export type TrialResult =
  | { readonly kind: 'passed' }
  | { readonly kind: 'failed'; readonly error: string }
  /** this process was asked to stop */
  | { readonly kind: 'stopped' }

/** Tells a candidate which process watches it; not a setting. */
const supervisorVariable = 'UPGRADE_SUPERVISOR_PID'
const signals = ['SIGTERM', 'SIGINT'] as const

/** The candidate says that the server acknowledged its `SystemInfo`. */
interface Announcement {
  readonly announced: string
}
const isAnnouncement = (message: unknown): message is Announcement =>
  typeof message === 'object' && message !== null && 'announced' in message && typeof message.announced === 'string'

async function stop(child: ChildProcess, exited: Promise<unknown>, stopMs: number): Promise<void> {
  child.kill('SIGTERM')
  const timer = setTimeout(() => child.kill('SIGKILL'), stopMs)
  await exited
  clearTimeout(timer)
}

const describeExit = (code: number | null, signal: string | null) =>
  signal ? `was killed by ${signal}` : `exited with code ${code}`

/** Runs the candidate until it has proved itself or failed. It has ended when this resolves. */
export async function tryCandidate(options: {
  readonly program: string
  readonly args: readonly string[]
  readonly version: string
  readonly timing: TrialTiming
  onSpawned?(): void
}): Promise<TrialResult> {
  const { program, args, version, timing } = options
  const child = spawn(program, args, {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [supervisorVariable]: String(process.pid) },
  })
  const ended = Promise.withResolvers<string>()
  child.on('exit', (code, signal) => ended.resolve(`the candidate ${describeExit(code, signal)}`))
  child.on('error', (error) => ended.resolve(`the candidate does not start: ${error.message}`))
  const failed = ended.promise.then((error): TrialResult => ({ kind: 'failed', error }))
  const done = new AbortController()
  const asked = signals.map((signal) => once(process, signal, { signal: done.signal }))
  const stopped = Promise.race(asked).then((): TrialResult => ({ kind: 'stopped' }))
  const announcement = Promise.withResolvers<string>()
  let isAnnounced = false
  child.on('message', (message) => {
    if (!isAnnouncement(message)) return
    isAnnounced = true
    announcement.resolve(message.announced)
  })
  const wait = (ms: number) => sleep(ms, undefined, { signal: done.signal })
  options.onSpawned?.()

  const proved = announcement.promise.then(async (found): Promise<TrialResult> => {
    if (found !== version) return { kind: 'failed', error: `the candidate reports version ${found}` }
    await wait(timing.stableMs)
    return { kind: 'passed' }
  })
  const late = wait(timing.announceMs).then(async (): Promise<TrialResult> => {
    if (isAnnounced) return proved
    return { kind: 'failed', error: `the candidate did not connect within ${timing.announceMs / 1000} seconds` }
  })
  for (const each of [stopped, late, proved]) each.catch(() => {})
  const result = await Promise.race([failed, stopped, proved, late])
  // Signals that arrive while the candidate stops must not end this process before it restores the old program.
  const ignore = () => {}
  for (const signal of signals) process.on(signal, ignore)
  done.abort()
  await stop(child, ended.promise, timing.stopMs)
  return result
}

/** The process that watches this one. */
export interface Watcher {
  announce(version: string): void
  /** called when it has ended before this process */
  onGone(listener: () => void): void
}

/** Undefined if this process is not a candidate that another one watches. */
export function findWatcher(): Watcher | undefined {
  const isWatched = process.env[supervisorVariable] !== undefined
  // Programs that this one starts are no candidates.
  delete process.env[supervisorVariable]
  if (!isWatched) return undefined
  return {
    announce: (version) => void process.send?.({ announced: version } satisfies Announcement, () => {}),
    onGone(listener) {
      if (process.connected) process.once('disconnect', listener)
      else listener()
    },
  }
}
