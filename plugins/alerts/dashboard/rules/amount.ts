import type { RuleUnit } from '@svc/plugin-alerts/contract'

/** A unit for input; `name` is a translation key or the symbol itself. */
export interface Scale {
  readonly name: string
  readonly factor: number
}

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']
const durations: readonly Scale[] = [
  { name: 's', factor: 1 },
  { name: 'min', factor: 60 },
  { name: 'h', factor: 3600 },
  { name: 'd', factor: 86_400 },
]

/** Input units of a rule unit, smallest first. */
export function scalesOf(unit: RuleUnit): readonly Scale[] {
  if (unit === 'bytes') return binary.map((name, step) => ({ name, factor: 1024 ** step }))
  if (unit === 'bytes_per_second') return binary.map((name, step) => ({ name: `${name}/s`, factor: 1024 ** step }))
  if (unit === 'seconds') return durations
  const names = { percent: '%', celsius: '°C', milliseconds: 'ms', days: 'd' } as const
  return [{ name: unit === null ? '' : names[unit], factor: 1 }]
}

/** A number being edited, with its unit. */
export interface Amount {
  readonly text: string
  readonly factor: number
}

/** Default unit of an empty field. */
const defaultFactors: Partial<Record<NonNullable<RuleUnit>, number>> = { bytes: 1024 ** 3, bytes_per_second: 1024 ** 2 }

export const emptyAmount = (unit: RuleUnit): Amount => ({ text: '', factor: (unit && defaultFactors[unit]) ?? 1 })

/** Converts a stored value to the largest unit that represents it in few digits; durations only in whole numbers. */
export function toAmount(value: number | null | undefined, unit: RuleUnit): Amount {
  if (value === null || value === undefined) return emptyAmount(unit)
  if (value === 0) return { ...emptyAmount(unit), text: '0' }
  const inUnit = ({ factor }: Scale) => Number((value / factor).toFixed(unit === 'seconds' ? 0 : 2))
  const fits = scalesOf(unit).findLast((scale) => {
    const typed = inUnit(scale)
    // The rounding error must be less than half a byte.
    const error = Math.abs(typed * scale.factor - value)
    return Math.abs(typed) >= 1 && (error === 0 || (unit !== 'seconds' && scale.factor > 1 && error < 0.5))
  })
  return fits ? { text: String(inUnit(fits)), factor: fits.factor } : { text: String(value), factor: 1 }
}

const numberPattern = /^-?\d{1,16}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?$/i

/** The entered value; null when empty, undefined when it is not a number. */
export function parseAmount({ text, factor }: Amount): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!numberPattern.test(typed)) return undefined
  const value = Number(typed) * factor
  return Number.isSafeInteger(factor) && factor > 1 ? Math.round(value) : value
}
