import type { HealthLimitsView } from '@svc/plugin-metrics/contract'

/** The limits as typed. Empty: switched off. */
export type LimitDraft = Record<string, { warning: string; critical: string }>
/** The limits as the API takes them. */
export type LimitInput = Record<string, { warning: number | null; critical: number | null }>

const levels = ['warning', 'critical'] as const

const typed = (value: number | null) => (value === null ? '' : String(value))

type Limits = Pick<HealthLimitsView['disk'], 'warning' | 'critical'>

const draftOfLimits = ({ warning, critical }: Limits) => ({ warning: typed(warning), critical: typed(critical) })

export const draftOf = (view: HealthLimitsView): LimitDraft =>
  Object.fromEntries(Object.entries(view).map(([id, limits]) => [id, draftOfLimits(limits)]))

export const defaultsOf = (view: HealthLimitsView): LimitDraft =>
  Object.fromEntries(Object.entries(view).map(([id, limits]) => [id, draftOfLimits(limits.default)]))

/** Also accepts a decimal comma; NaN if it is no number. */
const parse = (text: string): number | null => {
  const trimmed = text.trim().replace(',', '.')
  if (trimmed === '') return null
  return /^\d+(\.\d+)?$/.test(trimmed) ? Number(trimmed) : Number.NaN
}

/** Keys of texts by field. */
export function problemsOf(draft: LimitDraft): Record<string, string> {
  const invalid = Object.entries(draft).flatMap(([id, limits]) =>
    levels.filter((level) => Number.isNaN(parse(limits[level]))).map((level) => [`${id}.${level}`, 'limits.number']),
  )
  return Object.fromEntries(invalid)
}

export const inputOf = (draft: LimitDraft): LimitInput =>
  Object.fromEntries(
    Object.entries(draft).map(([id, { warning, critical }]) => [
      id,
      { warning: parse(warning), critical: parse(critical) },
    ]),
  )
