/**
 * Keys of raw records: minutes since the epoch in the upper bits, the server number in the lower 20. Rows of a minute are
 * adjacent, so writes append and an hour of the whole fleet is one range. Uses arithmetic because keys exceed the 32 bits
 * of JavaScript's bitwise operators.
 */
export const numberBits = 20
const numbers = 2 ** numberBits

/** The key of the record of server `number` in `minute`. */
export const packKey = (minute: number, number: number): number => minute * numbers + number

export const minuteOfKey = (key: number): number => Math.floor(key / numbers)
export const numberOfKey = (key: number): number => key % numbers

/**
 * Keys of data per server and period (hour or day): the server number in the upper bits, periods since the epoch in the
 * lower 24. Unlike raw records this data is read far more often than written, so the periods of a server are adjacent.
 */
const periods = 2 ** 24

/** The key of `period` of server `number`. */
export const packPeriod = (number: number, period: number): number => number * periods + period

export const periodOfKey = (key: number): number => key % periods

/** First and last key of server `number`. */
export const periodsOfServer = (number: number): { first: number; last: number } => ({
  first: packPeriod(number, 0),
  last: packPeriod(number, periods - 1),
})

export const hoursPerDay = 24
export const minutesPerHour = 60

/** The minute an instant in milliseconds belongs to. */
export const minuteOf = (ms: number): number => Math.floor(ms / 60_000)

/** The hour a minute since the epoch belongs to. */
export const hourOfMinute = (minute: number): number => Math.floor(minute / minutesPerHour)

/** The day, in UTC, an hour since the epoch belongs to. */
export const dayOfHour = (hour: number): number => Math.floor(hour / hoursPerDay)
