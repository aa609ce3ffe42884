export const minutesPerDay = 1440

/** A set of minutes of a day: one byte per minute, 1 for members. */
export type MinuteSet = Uint8Array

export const noMinutes = (): MinuteSet => new Uint8Array(minutesPerDay)

const bitmapBytes = minutesPerDay / 8

/** Start and exclusive end of each run, flattened. */
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
 * Packs a set for storage: the bounds of its runs as pairs of 16-bit numbers, so a day without a gap takes four bytes. Uses
 * a bitmap if that is shorter; the length tells the formats apart.
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

/** Reverses `packMinutes`. */
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
 * Adds a minute to a packed set; undefined if it is already a member. Fast path: a minute right after the last one only
 * extends the last run.
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
