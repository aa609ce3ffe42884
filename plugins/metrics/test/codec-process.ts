import { deepStrictEqual } from 'node:assert/strict'
import { columns } from '../src/columns.ts'
import type { RecordBlock } from '../src/record-block.ts'
import { openBlock, sealBlock } from '../src/sealing/block-code.ts'
import { makeSimulatedHost } from './simulated-host.ts'
import { zstdColumns } from './zstd-columns.ts'

/**
 * Seals and opens a week of ten hosts with one codec, and prints what it takes as JSON:
 * `node codec-process.ts bits|zstd`.
 */
const hosts = 10
const hoursPerWeek = 168
const repeats = 5
/** Hosts that are not among the measured ones. */
const sampled = 20

const some = ['cpu', 'mem_used', 'net_in_speed', 'net_out_speed', 'load1']
const places = (names: readonly string[]) => names.map((name) => columns.findIndex((column) => column.name === name))
const allNames = columns.map(({ name }) => name)

function blocksOf(index: number, hours: number): RecordBlock[] {
  const next = makeSimulatedHost(index)
  return Array.from({ length: hours }, () => {
    const reports = Array.from({ length: 60 }, next)
    return { slots: reports.map((_, i) => i), cells: columns.map(({ take }) => reports.map(take)) }
  })
}

const bits = {
  seal: sealBlock,
  open: (bytes: Uint8Array, names: readonly string[]) =>
    openBlock(
      bytes,
      names.map((name) => ({ name })),
    ).cells,
}

function makeZstd() {
  const { seal, open } = zstdColumns(Array.from({ length: sampled }, (_, i) => blocksOf(hosts + i, 1)).flat())
  return { seal, open: (bytes: Uint8Array, names: readonly string[]) => open(bytes, places(names)) }
}

const codec = process.argv[2] === 'zstd' ? makeZstd() : bits
const blocks = Array.from({ length: hosts }, (_, i) => blocksOf(i, hoursPerWeek)).flat()

/** CPU milliseconds of the shortest run. */
function shortest(run: () => void): number {
  const times = Array.from({ length: repeats }, () => {
    const before = process.threadCpuUsage()
    run()
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1000
  })
  return Math.min(...times)
}

const memoryBefore = process.resourceUsage().maxRSS
let sealed: Uint8Array[] = []
const sealing = shortest(() => {
  sealed = blocks.map(codec.seal)
})
const opening = (names: readonly string[]) => shortest(() => sealed.forEach((bytes) => void codec.open(bytes, names)))
const whole = opening(allNames)
const part = opening(some)
const memory = process.resourceUsage().maxRSS - memoryBefore
for (const [i, block] of blocks.entries()) deepStrictEqual(codec.open(sealed[i] as Uint8Array, allNames), block.cells)
const bytes = sealed.reduce((sum, { length }) => sum + length, 0)
const values = blocks.reduce((sum, { cells }) => sum + cells.flat().filter((cell) => cell !== null).length, 0)
console.log(
  JSON.stringify({
    bytesPerRecord: bytes / (blocks.length * 60),
    bytesPerValue: bytes / values,
    sealHourMs: sealing / blocks.length,
    openWeekMs: whole / hosts,
    openSomeMs: part / hosts,
    memoryBytes: memory * 1024,
  }),
)
