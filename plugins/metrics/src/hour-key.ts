/**
 * The key of what is kept per server and hour: the server's number in the upper bits, hours since the epoch in the lower
 * 24. Unlike raw records these are read far more often than written, so the hours of one server lie side by side.
 */
const span = 2 ** 24

/** The key of `hour` of server `number`. */
export const packHour = (number: number, hour: number): number => number * span + hour

/** First and last key of server `number`. */
export const hoursOfServer = (number: number): { first: number; last: number } => ({
  first: packHour(number, 0),
  last: packHour(number, span - 1),
})

/** The hour a minute since the epoch belongs to. */
export const hourOfMinute = (minute: number): number => Math.floor(minute / 60)
