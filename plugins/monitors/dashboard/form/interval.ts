/** Seconds by unit. */
export const units = { seconds: 1, minutes: 60, hours: 3600 } as const
export type IntervalUnit = keyof typeof units

export const minInterval = 10
export const maxInterval = 86_400

/** An interval in the form. */
export interface IntervalText {
  readonly amount: string
  readonly unit: IntervalUnit
}

/** Uses the largest unit that gives a whole number. */
export function toIntervalText(seconds: number): IntervalText {
  const unit = (['hours', 'minutes'] as const).find((unit) => seconds % units[unit] === 0) ?? 'seconds'
  return { amount: String(seconds / units[unit]), unit }
}

/** Seconds; undefined if not a whole number or out of range. */
export function parseInterval({ amount, unit }: IntervalText): number | undefined {
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(amount.trim())
    ? Math.round(Number(amount) * units[unit] * 1000) / 1000
    : Number.NaN
  return Number.isInteger(seconds) && seconds >= minInterval && seconds <= maxInterval ? seconds : undefined
}
