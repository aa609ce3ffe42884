export const minutesPerDay = 1440

/** Which minutes of a day: one number per minute, 1 for those that belong. */
export type MinuteSet = Uint8Array

export const noMinutes = (): MinuteSet => new Uint8Array(minutesPerDay)

const bitmapBytes = minutesPerDay / 8

/** First and past-the-last minute of each run, one after the other. */
function runsOf(set: MinuteSet): number[] {
  const bounds: number[] = []
  let start = set.indexOf(1)
  while (start !== -1) {
    const next = set.indexOf(0, start)
    const end = next === -1 ? minutesPerDay : next
    bounds.push(start, end)
    start = set.indexOf(1, end)
  }
  return bounds
}

/**
 * The bytes of a set for storage: the bounds of its runs, as pairs of 16 bits; a day without a break has one run and
 * takes four bytes. When that would be as long as one bit per minute, it is one bit per minute: the length tells which.
 */
export function packMinutes(set: MinuteSet): Buffer {
  const bounds = runsOf(set)
  if (bounds.length * 2 < bitmapBytes) {
    const packed = Buffer.alloc(bounds.length * 2)
    for (const [i, bound] of bounds.entries()) packed.writeUInt16LE(bound, i * 2)
    return packed
  }
  const packed = Buffer.alloc(bitmapBytes)
  for (let minute = 0; minute < minutesPerDay; minute++) {
    if (set[minute] === 1) packed[minute >> 3] = (packed[minute >> 3] ?? 0) | (1 << (minute & 7))
  }
  return packed
}

/** The set that `packMinutes` made these bytes of. */
export function unpackMinutes(packed: Uint8Array): MinuteSet {
  const set = noMinutes()
  if (packed.length === bitmapBytes) {
    for (let minute = 0; minute < minutesPerDay; minute++)
      set[minute] = ((packed[minute >> 3] ?? 0) >> (minute & 7)) & 1
    return set
  }
  const bounds = new DataView(packed.buffer, packed.byteOffset, packed.byteLength)
  for (let at = 0; at + 4 <= packed.length; at += 4) {
    set.fill(1, bounds.getUint16(at, true), bounds.getUint16(at + 2, true))
  }
  return set
}

/**
 * The bytes with a minute more, or undefined when it is there already. A minute that follows the last one, which is what
 * nearly all do, only moves the end of the last run.
 */
export function withMinute(packed: Uint8Array, minute: number): Buffer | undefined {
  if (packed.length >= 4 && packed.length < bitmapBytes) {
    const longer = Buffer.from(packed)
    const end = longer.readUInt16LE(longer.length - 2)
    if (end === minute + 1) return undefined
    if (end === minute) {
      longer.writeUInt16LE(minute + 1, longer.length - 2)
      return longer
    }
  }
  const set = unpackMinutes(packed)
  if (set[minute] === 1) return undefined
  set[minute] = 1
  return packMinutes(set)
}
