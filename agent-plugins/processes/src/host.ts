import { readFileSync } from 'node:fs'
import { endianness } from 'node:os'
import { join } from 'node:path'

/** USER_HZ, which is 100 on all platforms supported by Node.js. */
export const ticksPerSecond = 100

/** Page size in bytes if unknown. */
const defaultPageSize = 4096
/** AT_PAGESZ of getauxval(3) */
const pageSizeKey = 6

/** Reads the page size from an auxiliary vector: pairs of key and value in machine words. */
export function parsePageSize(vector: Buffer, wordBytes: 4 | 8, order: 'LE' | 'BE'): number {
  const word = (at: number) => {
    const start = wordBytes === 8 && order === 'BE' ? at + 4 : at
    return order === 'LE' ? vector.readUInt32LE(start) : vector.readUInt32BE(start)
  }
  for (let at = 0; at + 2 * wordBytes <= vector.length; at += 2 * wordBytes) {
    if (word(at) === pageSizeKey) return word(at + wordBytes) || defaultPageSize
  }
  return defaultPageSize
}

const archs32: readonly string[] = ['arm', 'ia32', 'mips', 'mipsel', 'ppc', 's390']

/** The page size in bytes: 4096 on most machines, 16 or 64 KiB on some ARM and PowerPC. */
export function readPageSize(proc: string): number {
  try {
    const vector = readFileSync(join(proc, 'self/auxv'))
    return parsePageSize(vector, archs32.includes(process.arch) ? 4 : 8, endianness())
  } catch {
    return defaultPageSize
  }
}

/** Boot time in epoch seconds from the text of `/proc/stat`; null if missing. */
export function parseBootTime(stat: string): number | null {
  const seconds = /^btime (\d{1,12})$/m.exec(stat)?.[1]
  return seconds === undefined ? null : Number(seconds)
}
