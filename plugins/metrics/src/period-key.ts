/**
 * Keys of data per server and period (hour or day): the server number in the upper bits, periods since the epoch in the
 * lower 24. Unlike raw records this data is read far more often than written, so the periods of a server are adjacent.
 */
const span = 2 ** 24

/** The key of `period` of server `number`. */
export const packPeriod = (number: number, period: number): number => number * span + period

export const periodOfKey = (key: number): number => key % span

/** First and last key of server `number`. */
export const periodsOfServer = (number: number): { first: number; last: number } => ({
  first: packPeriod(number, 0),
  last: packPeriod(number, span - 1),
})

export const hoursPerDay = 24
export const minutesPerHour = 60

/** The hour a minute since the epoch belongs to. */
export const hourOfMinute = (minute: number): number => Math.floor(minute / minutesPerHour)

/** The day, in UTC, an hour since the epoch belongs to. */
export const dayOfHour = (hour: number): number => Math.floor(hour / hoursPerDay)
