/**
 * The key of a stored record: minutes since the epoch in the upper bits, the server's number in the lower 20. Rows of
 * one minute lie side by side, so writing appends, and the hour of the whole fleet is one range. Made by arithmetic,
 * because the key needs more than the 32 bits of JavaScript's bit operators.
 */
export const numberBits = 20
const span = 2 ** numberBits

/** The key of the record of server `number` in `minute`. */
export const packKey = (minute: number, number: number): number => minute * span + number

export const minuteOfKey = (key: number): number => Math.floor(key / span)
export const numberOfKey = (key: number): number => key % span

/** The minute an instant in milliseconds belongs to. */
export const minuteOf = (ms: number): number => Math.floor(ms / 60_000)
