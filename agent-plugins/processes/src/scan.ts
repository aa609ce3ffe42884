import { closeSync, openSync, readSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parseStatLine, type StatLine } from './stat-line.ts'
import { makeTop } from './top.ts'

/** How many processes are kept by CPU, and as many by memory. */
const each = 20
/** milliseconds of reading after which everything else in the program gets its turn */
const slice = 4

/** A process that is among the first ones. */
export interface Found extends StatLine {
  readonly pid: number
  /** percent of one core */
  readonly cpu: number
}

export interface Scan {
  readonly total: number
  readonly partial: boolean
  /** each once, the most CPU first */
  readonly found: readonly Found[]
  /** milliseconds of work */
  readonly busyMs: number
}

export interface ScanOptions {
  /** where the processes are, usually /proc */
  readonly proc: string
  /** milliseconds of a clock that never jumps */
  readonly now: () => number
  /** seconds since the host started */
  readonly uptime: () => number
  /** the text of a file, as latin1 */
  readonly read?: (path: string) => string
}

interface Reading {
  readonly ticks: number
  readonly startedAt: number
  /** by `now` */
  readonly at: number
}

// One for all: reads are synchronous, and the text is copied out before the next one. The line has at most 600 bytes.
const buffer = Buffer.allocUnsafe(2048)

function readFirst(path: string): string {
  const fd = openSync(path, 'r')
  try {
    return buffer.toString('latin1', 0, readSync(fd, buffer, 0, buffer.length, 0))
  } finally {
    closeSync(fd)
  }
}

const refusals: readonly unknown[] = ['EACCES', 'EPERM']
const isRefused = (error: unknown) => refusals.includes((error as { code?: unknown }).code)
const isPid = (name: string) => /^[1-9]\d{0,9}$/.test(name)
const moreMemory = (a: Found, b: Found) => (a.pages === b.pages ? a.pid < b.pid : a.pages > b.pages)
const moreCpu = (a: Found, b: Found) => (a.cpu === b.cpu ? moreMemory(a, b) : a.cpu > b.cpu)

/**
 * Walks over all processes again and again; what each did is told from one walk to the next. A walk takes turns with the
 * rest of the program, so that even 30,000 processes hold nothing up.
 */
export function makeScanner({ proc, now, uptime, read = readFirst }: ScanOptions) {
  let before: ReadonlyMap<number, Reading> = new Map()
  let walkedAt = now()

  function cpuOf(pid: number, stat: StatLine, at: number, age: number): number {
    const last = before.get(pid)
    // A tick is a hundredth of a second, so ticks per second are percent.
    const isSame = last !== undefined && last.startedAt === stat.startedAt
    const ticks = isSame ? stat.ticks - last.ticks : stat.ticks
    const seconds = isSame ? (at - last.at) / 1000 : Math.max(age, (at - walkedAt) / 1000)
    return seconds > 0 ? Math.max(ticks, 0) / seconds : 0
  }

  /** One walk; null when `signal` ended it. Rejects when there is no list of processes at all. */
  return async (signal: AbortSignal): Promise<Scan | null> => {
    // In pieces: a list of 30,000 names would hold everything up by itself.
    const entries = await opendir(proc, { bufferSize: 256 })
    const startedAt = now()
    const age = uptime()
    const readings = new Map<number, Reading>()
    const byCpu = makeTop(each, moreCpu)
    const byMemory = makeTop(each, moreMemory)
    let total = 0
    let hasRefused = false
    let hasFirst = false
    let busyMs = 0
    let sliceAt = startedAt
    for await (const { name } of entries) {
      if (!isPid(name)) continue
      if (name === '1') hasFirst = true
      const at = now()
      if (at - sliceAt > slice) {
        busyMs += at - sliceAt
        await yieldToOthers()
        if (signal.aborted) return null
        sliceAt = now()
      }
      try {
        const stat = parseStatLine(read(`${proc}/${name}/stat`))
        if (!stat || stat.isKernelThread) continue
        const pid = Number(name)
        const readAt = now()
        readings.set(pid, { ticks: stat.ticks, startedAt: stat.startedAt, at: readAt })
        const found = { ...stat, pid, cpu: cpuOf(pid, stat, readAt, age - stat.startedAt / 100) }
        byCpu.offer(found)
        byMemory.offer(found)
        total += 1
      } catch (error) {
        // Everything else means that it has ended meanwhile.
        if (!isRefused(error)) continue
        hasRefused = true
        total += 1
      }
    }
    before = readings
    walkedAt = startedAt
    busyMs += now() - sliceAt
    // The first process is always there; a host that does not show it hides those of others.
    const partial = hasRefused || !hasFirst
    return { total, partial, found: [...new Set([...byCpu.items(), ...byMemory.items()])], busyMs }
  }
}
