/** What a column of a record may hold. */
export type Cell = number | string | null

/**
 * The cells of one column in short: `c` all the same; `i` and `d` whole numbers, or decimals times a scale, as they are
 * or as differences; `r` any numbers; `t` texts as patterns, the pattern of each cell, and per pattern the columns of the
 * numbers in it. These forms are stored: a new one needs a new version of the block.
 */
export type Code =
  | readonly ['c', Cell]
  | readonly ['i' | 'd', number, readonly (number | null)[]]
  | readonly ['r', readonly (number | string | null)[]]
  | readonly ['t', readonly (readonly string[])[], Code, readonly (readonly Code[])[]]

const isNegativeZero = (value: number) => Object.is(value, -0)

/** The cells as whole numbers at a scale, or undefined when one of them would not come back exactly. */
function scaled(cells: readonly (number | null)[], scale: number): (number | null)[] | undefined {
  const whole: (number | null)[] = []
  for (const cell of cells) {
    const number = cell === null ? null : Math.round(cell * scale)
    if (number !== null && (!Number.isSafeInteger(number) || number / scale !== cell || isNegativeZero(cell))) return
    whole.push(number)
  }
  return whole
}

/** Each number less the one before it, or undefined when a difference would not be exact. */
function differences(numbers: readonly (number | null)[]): (number | null)[] | undefined {
  const found: (number | null)[] = []
  let last = 0
  for (const number of numbers) {
    const difference = number === null ? null : number - last
    if (difference !== null && !Number.isSafeInteger(difference)) return
    found.push(difference)
    last = number ?? last
  }
  return found
}

const digits = (numbers: readonly (number | null)[]) => numbers.reduce((sum: number, n) => sum + String(n).length, 0)

/** JSON knows neither infinities nor a negative zero. */
const spelled = (cell: number | null) =>
  cell === null || (Number.isFinite(cell) && !isNegativeZero(cell)) ? cell : isNegativeZero(cell) ? '-0' : String(cell)

function encodeNumbers(cells: readonly (number | null)[]): Code {
  for (const scale of [1, 1000]) {
    const whole = scaled(cells, scale)
    if (!whole) continue
    const steps = differences(whole)
    return steps && digits(steps) < digits(whole) ? ['d', scale, steps] : ['i', scale, whole]
  }
  return ['r', cells.map(spelled)]
}

/** Splits a text at its numbers: texts at even places, numbers as they are written at odd ones. */
const split = (text: string) => text.split(/((?<!\d)(?:0|[1-9]\d{0,14})(?!\d))/)

function encodeTexts(cells: readonly (string | null)[]): Code {
  const patterns = new Map<string, { at: number; pieces: string[]; numbers: number[][] }>()
  const which = cells.map((cell) => {
    if (cell === null) return null
    const parts = split(cell)
    const pieces = parts.filter((_, i) => i % 2 === 0)
    const key = JSON.stringify(pieces)
    const pattern = patterns.get(key) ?? { at: patterns.size, pieces, numbers: pieces.slice(1).map(() => []) }
    patterns.set(key, pattern)
    for (const [i, column] of pattern.numbers.entries()) column.push(Number(parts[2 * i + 1]))
    return pattern.at
  })
  const all = [...patterns.values()]
  return [
    't',
    all.map(({ pieces }) => pieces),
    encodeColumn(which),
    all.map(({ numbers }) => numbers.map((column) => encodeColumn(column))),
  ]
}

/** Encodes the cells of a column without loss. Cells are numbers or texts, not both. */
export function encodeColumn(cells: readonly Cell[]): Code {
  const [first = null] = cells
  const plain = typeof first !== 'number' || spelled(first) === first
  if (plain && cells.every((cell) => Object.is(cell, first))) return ['c', first]
  if (cells.some((cell) => typeof cell === 'string')) return encodeTexts(cells as (string | null)[])
  return encodeNumbers(cells as (number | null)[])
}

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

/** The `count` cells that were encoded. */
export function decodeColumn(code: Code, count: number): Cell[] {
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
