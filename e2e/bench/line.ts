/** A measured value, with its baseline and verdict. */
export interface Line {
  readonly name: string
  readonly value: string
  readonly baseline: string
  readonly ratio: string
  readonly target: string
  readonly verdict: 'ok' | 'MISS' | 'info'
}

const formatValue = (value: number, unit: string) => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`
}

interface Measurement {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: number
}

type Bound = { readonly max: number } | { readonly min: number }

const isWithin = (value: number, bound: Bound) =>
  Number.isFinite(value) && ('max' in bound ? value <= bound.max : value >= bound.min)
const formatBound = (bound: Bound, unit: string) =>
  'max' in bound ? `<= ${bound.max}${unit ? ` ${unit}` : ''}` : `>= ${bound.min}${unit ? ` ${unit}` : ''}`

const columns = ({ value, unit, baseline }: Measurement) => ({
  value: formatValue(value, unit),
  baseline: baseline === undefined ? '-' : formatValue(baseline, unit),
  ratio: baseline === undefined ? '-' : (value / baseline).toFixed(2),
})

/** The verdict depends on the ratio to the baseline. */
export const ratioLine = (measured: Measurement & { readonly baseline: number }, bound: Bound): Line => ({
  name: measured.name,
  ...columns(measured),
  target: `ratio ${formatBound(bound, '')}`,
  verdict: isWithin(measured.value / measured.baseline, bound) ? 'ok' : 'MISS',
})

/** The verdict depends on the value; a baseline is only shown. */
export const limitLine = (measured: Measurement, bound: Bound): Line => ({
  name: measured.name,
  ...columns(measured),
  target: formatBound(bound, measured.unit),
  verdict: isWithin(measured.value, bound) ? 'ok' : 'MISS',
})

/** Shown without a verdict. */
export const infoLine = (measured: Measurement): Line => ({
  name: measured.name,
  ...columns(measured),
  target: '-',
  verdict: 'info',
})

const widths = [58, 12, 12, 7, 14]

export const header = (): string => row(['name', 'value', 'baseline', 'ratio', 'target', ''])

export const format = (line: Line): string =>
  row([line.name, line.value, line.baseline, line.ratio, line.target, line.verdict])

const row = (cells: readonly string[]) =>
  cells
    .map((cell, i) =>
      i === 0 ? cell.padEnd(widths[0] ?? 0) : i < widths.length ? cell.padStart(widths[i] ?? 0) : cell,
    )
    .join('  ')
    .trimEnd()
