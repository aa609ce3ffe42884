import { inflateRawSync } from 'node:zlib'
import { type Code, decodeColumn } from './first-code.ts'
import type { RecordBlock, Wanted } from './records-by-column.ts'

const largest = 64 * 1024 * 1024

interface Content {
  readonly minutes: readonly [count: number, Code]
  /** by name, so that columns may come later */
  readonly columns: Readonly<Record<string, Code>>
}

/** The records of a block of version 1: compressed JSON, of which every column must be read. Nothing writes it any more. */
export function openFirst(block: Uint8Array, wanted: Wanted): RecordBlock {
  const text = inflateRawSync(block.subarray(1), { maxOutputLength: largest }).toString()
  const { minutes, columns: codes } = JSON.parse(text) as Content
  const [count] = minutes
  const found = decodeColumn(minutes[1], count) as number[]
  if (found.length !== count) throw new Error('a sealed block has minutes that no hour has')
  return {
    slots: found,
    cells: wanted.map(({ name }) => decodeColumn(codes[name] ?? ['c', null], count)),
  }
}
