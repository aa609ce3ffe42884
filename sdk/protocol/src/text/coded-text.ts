import type { Unit } from './format.ts'

/** A number with a unit, formatted for the reader: `{ value: 1536, unit: 'bytes' }`. */
export interface Quantity {
  readonly value: number
  readonly unit: Unit | 'duration'
}

/** A point in time, formatted for the reader: milliseconds since the epoch or RFC 3339; `as: 'date'` shows the day only. */
export interface Instant {
  readonly at: number | string
  readonly as?: 'date'
}

/** A parameter of a text. `count` is special: as a number it selects the plural form. Lists are joined by commas. */
export type Param = string | number | Quantity | Instant | CodedText | readonly Param[]
/** The parameters of a text by name. */
export type Params = Readonly<Record<string, Param>>

/** The code of a text: `<owner>.<CODE>`. */
export type TextCode = `${string}.${string}`

/**
 * A text by code: stored, sent, and rendered in the language of whoever reads it. The code is `<owner>.<CODE>`; the owner is
 * `kernel`, a plugin or a package of the SDK, whose `locales/<language>.json` have the sentence under `errors` or `messages`.
 */
export interface CodedText {
  readonly code: TextCode
  readonly params?: Params
}

const form = /^[a-z][a-z0-9-]*\.[A-Z][A-Z0-9_]*$/

/** Whether a string has the form of a text code. */
export const isTextCode = (value: string): value is TextCode => form.test(value)

/** A text by code: `text('alerts.CHANNEL_DELETED')`, `text('monitors.STATUS', { status: 404 })`. */
export const text = (code: TextCode, params?: Params): CodedText => (params === undefined ? { code } : { code, params })

/** Whether a value, from JSON for example, is a `CodedText`. */
export const isCodedText = (value: unknown): value is CodedText => {
  const { code, params } = (value ?? {}) as { code?: unknown; params?: unknown }
  return typeof code === 'string' && isTextCode(code) && (params === undefined || typeof params === 'object')
}

/** The codes in a text: its own and those of the texts in its parameters. */
export function codesIn({ code, params = {} }: CodedText): string[] {
  const inside = (param: Param): string[] => {
    if (Array.isArray(param)) return param.flatMap(inside)
    return isCodedText(param) ? codesIn(param) : []
  }
  return [code, ...Object.values(params).flatMap(inside)]
}
