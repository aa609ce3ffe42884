/** Units in which an interval is typed, in seconds. */
export const units = { seconds: 1, minutes: 60, hours: 3600 } as const
export type IntervalUnit = keyof typeof units

export const shortest = 10
export const longest = 86_400

/** An interval as it is typed. */
export interface TypedInterval {
  readonly amount: string
  readonly unit: IntervalUnit
}

/** In the largest unit that it is a whole number of. */
export function typedInterval(seconds: number): TypedInterval {
  const unit = (['hours', 'minutes'] as const).find((unit) => seconds % units[unit] === 0) ?? 'seconds'
  return { amount: String(seconds / units[unit]), unit }
}

/** Seconds; undefined when it is no whole number of them, too short or too long. */
export function intervalOf({ amount, unit }: TypedInterval): number | undefined {
  const seconds = /^\d{1,5}(?:\.\d{1,3})?$/.test(amount.trim())
    ? Math.round(Number(amount) * units[unit] * 1000) / 1000
    : Number.NaN
  return Number.isInteger(seconds) && seconds >= shortest && seconds <= longest ? seconds : undefined
}
