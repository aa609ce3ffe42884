/** One measured figure beside what it is compared with. */
export interface Line {
  readonly name: string
  readonly value: string
  readonly baseline: string
  readonly ratio: string
  readonly target: string
  readonly verdict: 'ok' | 'MISS' | 'info'
}

const text = (value: number, unit: string) => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit ? ` ${unit}` : ''}`
}

interface Measured {
  readonly name: string
  readonly value: number
  readonly unit: string
  readonly baseline?: number
}

type Bound = { readonly most: number } | { readonly least: number }

const holds = (value: number, bound: Bound) =>
  Number.isFinite(value) && ('most' in bound ? value <= bound.most : value >= bound.least)
const written = (bound: Bound, unit: string) =>
  'most' in bound ? `<= ${bound.most}${unit ? ` ${unit}` : ''}` : `>= ${bound.least}${unit ? ` ${unit}` : ''}`

const columns = ({ value, unit, baseline }: Measured) => ({
  value: text(value, unit),
  baseline: baseline === undefined ? '-' : text(baseline, unit),
  ratio: baseline === undefined ? '-' : (value / baseline).toFixed(2),
})

/** Judged by its relation to the baseline. */
export const ratioLine = (measured: Measured & { readonly baseline: number }, bound: Bound): Line => ({
  name: measured.name,
  ...columns(measured),
  target: `ratio ${written(bound, '')}`,
  verdict: holds(measured.value / measured.baseline, bound) ? 'ok' : 'MISS',
})

/** Judged by itself; a baseline is only shown. */
export const limitLine = (measured: Measured, bound: Bound): Line => ({
  name: measured.name,
  ...columns(measured),
  target: written(bound, measured.unit),
  verdict: holds(measured.value, bound) ? 'ok' : 'MISS',
})

/** Shown, not judged. */
export const infoLine = (measured: Measured): Line => ({
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
