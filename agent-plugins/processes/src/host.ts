import { readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'

/** Ticks per second in which Linux tells times, on every platform that Node runs on. */
export const ticksPerSecond = 100

/** Bytes of a page when the kernel does not say. */
const usualPage = 4096
/** AT_PAGESZ of getauxval(3) */
const pageSizeKey = 6

/** The size of a page in the auxiliary vector of a process: pairs of key and value in the words of the machine. */
export function parsePageSize(vector: Buffer, wordBytes: 4 | 8, order: 'LE' | 'BE'): number {
  const word = (at: number) => {
    const start = wordBytes === 8 && order === 'BE' ? at + 4 : at
    return order === 'LE' ? vector.readUInt32LE(start) : vector.readUInt32BE(start)
  }
  for (let at = 0; at + 2 * wordBytes <= vector.length; at += 2 * wordBytes) {
    if (word(at) === pageSizeKey) return word(at + wordBytes) || usualPage
  }
  return usualPage
}

const narrow: readonly string[] = ['arm', 'ia32', 'mips', 'mipsel', 'ppc', 's390']

/** Bytes of a page on this machine: 4096 nearly everywhere, 16 or 64 KiB on some ARM and PowerPC. */
export function readPageSize(proc: string): number {
  try {
    const vector = readFileSync(join(proc, 'self/auxv'))
    return parsePageSize(vector, narrow.includes(process.arch) ? 4 : 8, endianness())
  } catch {
    return usualPage
  }
}

/** Seconds since the epoch when the host started, from the text of `/proc/stat`; null when it does not say. */
export function parseBootTime(stat: string): number | null {
  const seconds = /^btime (\d{1,12})$/m.exec(stat)?.[1]
  return seconds === undefined ? null : Number(seconds)
}
