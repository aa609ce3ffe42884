import { inflateRawSync } from 'node:zlib'
import type { Cell } from './column-code.ts'
import type { RecordBlock, Wanted } from './records-by-column.ts'

/**
 * The encoded cells of a column: `c` constant; `i` and `d` integers or scaled decimals, absolute or as deltas; `r` raw
 * numbers; `t` strings as patterns, the pattern index of each cell, and per pattern the columns of the numbers in it.
 */
export type Code =
  | readonly ['c', Cell]
  | readonly ['i' | 'd', number, readonly (number | null)[]]
  | readonly ['r', readonly (number | string | null)[]]
  | readonly ['t', readonly (readonly string[])[], Code, readonly (readonly Code[])[]]

function decodeTexts([, patterns, which, numbers]: Extract<Code, readonly ['t', ...unknown[]]>, count: number): Cell[] {
  const used = patterns.map(() => 0)
  const chosen = decodeColumn(which, count) as (number | null)[]
  for (const at of chosen) if (at !== null) used[at] = (used[at] ?? 0) + 1
  const columns = numbers.map((codes, at) => codes.map((code) => decodeColumn(code, used[at] ?? 0)))
  const next = patterns.map(() => 0)
  return chosen.map((at) => {
    if (at === null) return null
    const row = next[at] ?? 0
    next[at] = row + 1
    const [head = '', ...rest] = patterns[at] ?? []
    return rest.reduce((text, piece, i) => `${text}${columns[at]?.[i]?.[row]}${piece}`, head)
  })
}

/** Decodes `count` cells. */
function decodeColumn(code: Code, count: number): Cell[] {
  switch (code[0]) {
    case 'c':
      return Array<Cell>(count).fill(code[1])
    case 'i': {
      const [, scale, numbers] = code
      return numbers.map((number) => (number === null ? null : number / scale))
    }
    case 'd': {
      const [, scale, steps] = code
      let last = 0
      return steps.map((step) => {
        if (step === null) return null
        last += step
        return last / scale
      })
    }
    case 'r':
      return code[1].map((cell) => (cell === null ? null : Number(cell)))
    case 't':
      return decodeTexts(code, count)
  }
}

const maxOutputLength = 64 * 1024 * 1024

interface Content {
  readonly minutes: readonly [count: number, Code]
  /** by name, so that columns can be added */
  readonly columns: Readonly<Record<string, Code>>
}

/** Opens a block of version 1: compressed JSON that is always decoded as a whole. No longer written. */
export function openBlockV1(block: Uint8Array, wanted: Wanted): RecordBlock {
  const text = inflateRawSync(block.subarray(1), { maxOutputLength }).toString()
  const { minutes, columns: codes } = JSON.parse(text) as Content
  const [count] = minutes
  const found = decodeColumn(minutes[1], count) as number[]
  if (found.length !== count) throw new Error('corrupt sealed block: invalid slots')
  return {
    slots: found,
    cells: wanted.map(({ name }) => decodeColumn(codes[name] ?? ['c', null], count)),
  }
}
