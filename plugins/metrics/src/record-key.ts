/**
 * Keys of raw records: minutes since the epoch in the upper bits, the server number in the lower 20. Rows of a minute are
 * adjacent, so writes append and an hour of the whole fleet is one range. Uses arithmetic because keys exceed the 32 bits
 * of JavaScript's bitwise operators.
 */
export const numberBits = 20
const span = 2 ** numberBits

/** The key of the record of server `number` in `minute`. */
export const packKey = (minute: number, number: number): number => minute * span + number

export const minuteOfKey = (key: number): number => Math.floor(key / span)
export const numberOfKey = (key: number): number => key % span

/** The minute an instant in milliseconds belongs to. */
export const minuteOf = (ms: number): number => Math.floor(ms / 60_000)
