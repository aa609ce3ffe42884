import type { Unit } from '@svc/protocol/text'

const made = new Map<string, Intl.NumberFormat>()

function formatter(locale: string, style: Intl.NumberFormatOptions): Intl.NumberFormat {
  const key = `${locale} ${JSON.stringify(style)}`
  let formatter = made.get(key)
  if (!formatter) {
    formatter = new Intl.NumberFormat(locale, style)
    made.set(key, formatter)
  }
  return formatter
}

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB', 'EiB']
const maxDigits = 9

function notationOf(largest: number): Intl.NumberFormatOptions['notation'] {
  if (largest < 1e5) return 'standard'
  return largest < 1e15 ? 'compact' : 'scientific'
}

/** Labels of the value axis: one unit, as few digits as needed, no duplicates. */
export function valueLabels(locale: string, unit: Unit, splits: readonly number[]): string[] {
  const largest = Math.max(0, ...splits.map(Math.abs))
  const byBytes = unit === 'bytes' || unit === 'rate'
  const power =
    byBytes && largest > 0 ? Math.min(binary.length - 1, Math.max(0, Math.floor(Math.log2(largest) / 10))) : 0
  const size = unit === 'percent' ? 1 : 1024 ** power
  const notation = notationOf(largest / size)
  const suffix = {
    percent: '',
    number: '',
    celsius: ' °C',
    ms: ' ms',
    bytes: ` ${binary[power]}`,
    rate: ` ${binary[power]}/s`,
  }[unit]
  const write = (digits: number) => {
    const format = formatter(locale, {
      notation,
      maximumFractionDigits: digits,
      ...(unit === 'percent' ? { style: 'percent' } : {}),
    })
    const zero = formatter(locale, unit === 'percent' ? { style: 'percent' } : {})
    const one = (value: number) => (value === 0 ? zero : format).format(value / (unit === 'percent' ? 100 : size))
    return splits.map((value) => `${one(value)}${suffix}`)
  }
  for (let digits = 0; digits <= maxDigits; digits++) {
    const labels = write(digits)
    if (distinct(labels) && (notation !== 'standard' || splits.every((value) => exact(value / size, digits))))
      return labels
  }
  // Indistinguishable even at full precision: keep the first of each label.
  const labels = write(maxDigits)
  return labels.map((label, index) => (labels.indexOf(label) === index ? label : ''))
}

const distinct = (labels: readonly string[]) => new Set(labels).size === labels.length

const exact = (value: number, digits: number) => {
  const shifted = value * 10 ** digits
  return Math.abs(shifted - Math.round(shifted)) < 1e-3
}
