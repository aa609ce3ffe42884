import { type ChildProcess, spawn } from 'node:child_process'
import { access, constants, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from '@svc/agent-sdk'
import type { SourceState } from '@svc/plugin-security/wire'
import { programs } from '../facts/parse-fact.ts'
import { cpuMsOf, makeBudget, ownCpuMs } from './budget.ts'
import type { LogEntry, OnEntries } from './entry.ts'
import { journalFields, parseJournalLine } from './journal-entry.ts'
import { makeSignInScan } from './journal-sign-ins.ts'
import { makeLineSplitter } from './line-splitter.ts'

const systemFolders = ['/var/log/journal', '/run/log/journal']
/** Until it is started again, doubled each time it ends at once. */
const maxRestartMs = 60_000
/** A run that ends sooner has failed. */
const healthyMs = 10_000
/** Age of entries from which the reader is behind. */
const behindSeconds = 60
/** Entries are also looked for in the time until the reader has started again. */
const overlapSeconds = 5

/** Whether there is a system journal, and whether this user may read it. */
export async function findJournal(folders: readonly string[]): Promise<'readable' | 'denied' | 'missing'> {
  let result: 'denied' | 'missing' = 'missing'
  for (const folder of folders) {
    const names = await readdir(folder, { recursive: true }).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EACCES') result = 'denied'
      return []
    })
    for (const name of names.filter((each) => /(?:^|\/)system\.journal$/.test(each))) {
      const isReadable = await access(join(folder, name), constants.R_OK).then(
        () => true,
        () => false,
      )
      if (isReadable) return 'readable'
      result = 'denied'
    }
  }
  return result
}

export const journalFolders = (directory: string): readonly string[] => (directory ? [directory] : systemFolders)

export interface JournalOptions {
  /** empty: the journal of this host */
  readonly directory: string
  /** also what the kernel logs */
  readonly withKernel: boolean
  /** reads after this entry; empty: what is logged from now on */
  readonly cursor: string
  /** of one processor, for this process and `journalctl` */
  readonly share: number
  readonly log: Logger
  readonly onEntries: OnEntries
  /** the last entry that was read */
  onCursor(cursor: string): void
  onState(state: SourceState['state']): void
  /** More was logged than may be read: this is the time of which nothing is read. */
  onSkipped(seconds: number): void
  /** until it is started again when it ends; default 1000 */
  readonly restartMs?: number
  /** by how much it may fall behind before the rest is skipped; default 600 */
  readonly maxBehindSeconds?: number
}

/** Follows the journal with `journalctl`, until it is closed. */
export function followJournal(options: JournalOptions) {
  const { directory, withKernel, share, log, onEntries, onCursor, onState, onSkipped } = options
  const { restartMs = 1000, maxBehindSeconds = 600 } = options
  let { cursor } = options
  let child: ChildProcess | undefined
  /** one whose remaining output is skipped */
  let skipped: ChildProcess | undefined
  let timer: NodeJS.Timeout | undefined
  let isClosed = false
  let delayMs = restartMs
  /** seconds that the most recent entry was old when it was read */
  let youngest = Number.POSITIVE_INFINITY

  const format = [
    '--output=json',
    `--output-fields=${journalFields.join(',')}`,
    '--no-pager',
    '--quiet',
    ...(directory ? [`--directory=${directory}`] : ['--system']),
  ]
  const signers = programs.filter((name) => name !== 'kernel').map((name) => `_COMM=${name}`)

  const argumentsOf = () => [
    '--follow',
    ...format,
    ...(cursor ? [`--after-cursor=${cursor}`, '--no-tail'] : ['--lines=0']),
    ...signers,
    ...(withKernel ? ['+', '_TRANSPORT=kernel'] : []),
  ]

  const signIns = makeSignInScan({
    argumentsFor: (more) => [...format, ...more, ...signers],
    wait: () => budget.wait(),
    onLines: (lines) => report(entriesOf(lines), 'journal'),
  })
  const budget = makeBudget(share, { cpu: () => ownCpuMs() + cpuMsOf(child?.pid ?? 0) + signIns.cpuMs() })

  const entriesOf = (lines: readonly string[]) =>
    lines.flatMap((line) => {
      const entry = parseJournalLine(line)?.entry
      return entry ? [entry] : []
    })

  function handle(lines: readonly string[]): void {
    const read = lines.flatMap((line) => parseJournalLine(line) ?? [])
    const entries = read.flatMap(({ entry }) => (entry ? [entry] : []))
    report(
      entries.filter(({ program }) => program !== 'kernel'),
      'journal',
    )
    report(
      entries.filter(({ program }) => program === 'kernel'),
      'firewall_log',
    )
    const last = read.at(-1)
    if (!last) return
    cursor = last.cursor
    onCursor(cursor)
    const at = entries.at(-1)?.at
    if (at === undefined) return
    const age = Math.max(0, Math.floor(Date.now() / 1000) - at)
    // What was logged while the agent did not run is read, however old it is; only falling further behind is not.
    youngest = Math.min(youngest, age)
    if (age > youngest + maxBehindSeconds) skip(age)
    else onState(age > behindSeconds ? 'behind' : 'reading')
  }

  function skip(seconds: number): void {
    onSkipped(seconds)
    signIns.add(cursor, Math.floor(Date.now() / 1000) + overlapSeconds)
    cursor = ''
    youngest = Number.POSITIVE_INFINITY
    skipped = child
    child?.kill('SIGTERM')
  }

  const report = (entries: readonly LogEntry[], source: 'journal' | 'firewall_log') => {
    if (entries.length > 0) onEntries(entries, source)
  }

  function start(): void {
    const startedAt = performance.now()
    const running = spawn('journalctl', argumentsOf(), {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH, LC_ALL: 'C', LANG: 'C' },
    })
    child = running
    const lines = makeLineSplitter()
    let problem = ''
    running.stderr.setEncoding('utf8').on('data', (text: string) => {
      problem = (problem + text).slice(-500)
    })
    running.stdout.on('data', (chunk: Buffer) => {
      if (running === skipped) return
      handle(lines.split(chunk))
      const waitMs = budget.wait()
      if (waitMs < 1) return
      // journalctl waits as well while its pipe is full, so that both together stay within the budget.
      running.stdout.pause()
      timer = setTimeout(() => running.stdout.resume(), waitMs)
    })
    running.on('error', (error) => {
      problem = error.message
    })
    running.on('close', (code) => {
      clearTimeout(timer)
      if (isClosed) return
      const isHealthy = performance.now() - startedAt >= healthyMs
      if (!isHealthy) {
        onState('failed')
        log.warn({ code, reason: problem.trim().split('\n').at(-1) }, 'journalctl ended; starting it again')
        // The entry may be of a journal that is no longer there.
        if (delayMs > restartMs && cursor) {
          cursor = ''
          log.warn('continuing with what is logged from now on')
        }
      }
      timer = setTimeout(start, delayMs)
      delayMs = isHealthy ? restartMs : Math.min(delayMs * 2, maxRestartMs)
    })
    if (delayMs === restartMs) onState('reading')
  }

  start()
  return {
    close() {
      isClosed = true
      clearTimeout(timer)
      signIns.close()
      child?.kill('SIGTERM')
    },
  }
}
