import { closeSync, openSync, readSync } from 'node:fs'
import { opendir } from 'node:fs/promises'
import { setImmediate as yieldToOthers } from 'node:timers/promises'
import { parseStatLine, type StatLine } from './stat-line.ts'
import { makeTop } from './top.ts'

/** Number of processes to keep by CPU, and as many by memory. */
const topCount = 20
/** after this many milliseconds the scan yields to the event loop */
const maxSliceMs = 4

/** One of the top processes. */
export interface ScannedProcess extends StatLine {
  readonly pid: number
  /** percent of one core */
  readonly cpu: number
}

export interface Scan {
  readonly total: number
  readonly partial: boolean
  /** without duplicates, highest CPU usage first */
  readonly processes: readonly ScannedProcess[]
  /** time spent scanning, in milliseconds */
  readonly busyMs: number
}

export interface ScanOptions {
  /** path of /proc */
  readonly proc: string
  /** monotonic clock, in milliseconds */
  readonly now: () => number
  /** seconds since boot */
  readonly uptime: () => number
  /** reads a file as Latin-1 */
  readonly read?: (path: string) => string
}

interface CpuSample {
  readonly ticks: number
  readonly startedAt: number
  /** by `now` */
  readonly at: number
}

// Shared by all reads, which are synchronous and copy the text. A stat line has at most 600 bytes.
const buffer = Buffer.allocUnsafe(2048)

function readFirst(path: string): string {
  const fd = openSync(path, 'r')
  try {
    return buffer.toString('latin1', 0, readSync(fd, buffer, 0, buffer.length, 0))
  } finally {
    closeSync(fd)
  }
}

const permissionErrors: readonly unknown[] = ['EACCES', 'EPERM']
const isPermissionError = (error: unknown) => permissionErrors.includes((error as { code?: unknown }).code)
const isPid = (name: string) => /^[1-9]\d{0,9}$/.test(name)
const moreMemory = (a: ScannedProcess, b: ScannedProcess) => (a.pages === b.pages ? a.pid < b.pid : a.pages > b.pages)
const moreCpu = (a: ScannedProcess, b: ScannedProcess) => (a.cpu === b.cpu ? moreMemory(a, b) : a.cpu > b.cpu)

/**
 * Scans all processes. CPU usage covers the time since the previous scan. A scan yields regularly, so that even 30,000
 * processes do not block the agent.
 */
export function makeScanner({ proc, now, uptime, read = readFirst }: ScanOptions) {
  let before: ReadonlyMap<number, CpuSample> = new Map()
  let previousScanAt = now()

  function cpuOf(pid: number, stat: StatLine, at: number, age: number): number {
    const last = before.get(pid)
    // A tick is 10 ms, so ticks per second equal percent.
    const isSame = last !== undefined && last.startedAt === stat.startedAt
    const ticks = isSame ? stat.ticks - last.ticks : stat.ticks
    const seconds = isSame ? (at - last.at) / 1000 : Math.max(age, (at - previousScanAt) / 1000)
    return seconds > 0 ? Math.max(ticks, 0) / seconds : 0
  }

  /** Scans once; null if `signal` aborted. Rejects if /proc cannot be listed. */
  return async (signal: AbortSignal): Promise<Scan | null> => {
    // Read in chunks: listing 30,000 names at once would block.
    const entries = await opendir(proc, { bufferSize: 256 })
    const startedAt = now()
    const age = uptime()
    const readings = new Map<number, CpuSample>()
    const byCpu = makeTop(topCount, moreCpu)
    const byMemory = makeTop(topCount, moreMemory)
    let total = 0
    let hasHidden = false
    let hasFirst = false
    let busyMs = 0
    let sliceAt = startedAt
    for await (const { name } of entries) {
      if (!isPid(name)) continue
      if (name === '1') hasFirst = true
      const at = now()
      if (at - sliceAt > maxSliceMs) {
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
        // Any other error means that the process has ended.
        if (!isPermissionError(error)) continue
        hasHidden = true
        total += 1
      }
    }
    before = readings
    previousScanAt = startedAt
    busyMs += now() - sliceAt
    // Process 1 always exists; if it is missing, the host hides processes of other users (hidepid).
    const partial = hasHidden || !hasFirst
    return { total, partial, processes: [...new Set([...byCpu.items(), ...byMemory.items()])], busyMs }
  }
}
