import type { RuleUnit } from '@svc/plugin-alerts/contract'

/** One of the sizes a figure may be typed in: `name` is the key of a text, or the sign itself when it is a unit symbol. */
export interface Scale {
  readonly name: string
  readonly factor: number
}

const binary = ['B', 'KiB', 'MiB', 'GiB', 'TiB', 'PiB']
const spans: readonly Scale[] = [
  { name: 's', factor: 1 },
  { name: 'min', factor: 60 },
  { name: 'h', factor: 3600 },
  { name: 'd', factor: 86_400 },
]

/** What a figure of a unit may be typed in, smallest first. */
export function scalesOf(unit: RuleUnit): readonly Scale[] {
  if (unit === 'bytes') return binary.map((name, step) => ({ name, factor: 1024 ** step }))
  if (unit === 'bytes_per_second') return binary.map((name, step) => ({ name: `${name}/s`, factor: 1024 ** step }))
  if (unit === 'seconds') return spans
  const names = { percent: '%', celsius: '°C', milliseconds: 'ms', days: 'd' } as const
  return [{ name: unit === null ? '' : names[unit], factor: 1 }]
}

/** A figure as it is typed. */
export interface Amount {
  readonly text: string
  readonly factor: number
}

/** The scale that an empty field begins with. */
const usual: Partial<Record<NonNullable<RuleUnit>, number>> = { bytes: 1024 ** 3, bytes_per_second: 1024 ** 2 }

export const emptyAmount = (unit: RuleUnit): Amount => ({ text: '', factor: (unit && usual[unit]) ?? 1 })

/** How a stored figure is typed: in the largest scale that tells it in few digits, spans of time in whole ones. */
export function amountOf(value: number | null | undefined, unit: RuleUnit): Amount {
  if (value === null || value === undefined) return emptyAmount(unit)
  if (value === 0) return { ...emptyAmount(unit), text: '0' }
  const typedIn = ({ factor }: Scale) => Number((value / factor).toFixed(unit === 'seconds' ? 0 : 2))
  const fits = scalesOf(unit).findLast((scale) => {
    const typed = typedIn(scale)
    // what is lost must be less than half of a byte
    const lost = Math.abs(typed * scale.factor - value)
    return Math.abs(typed) >= 1 && (lost === 0 || (unit !== 'seconds' && scale.factor > 1 && lost < 0.5))
  })
  return fits ? { text: String(typedIn(fits)), factor: fits.factor } : { text: String(value), factor: 1 }
}

const written = /^-?\d{1,16}(?:\.\d{1,20})?(?:e[+-]?\d{1,2})?$/i

/** The figure that was typed; null when nothing was, undefined when it is no number. */
export function figureOf({ text, factor }: Amount): number | null | undefined {
  const typed = text.trim()
  if (typed === '') return null
  if (!written.test(typed)) return undefined
  const value = Number(typed) * factor
  return Number.isSafeInteger(factor) && factor > 1 ? Math.round(value) : value
}
