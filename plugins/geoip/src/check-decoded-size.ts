/** Limit of values and text bytes per record; the largest commercial databases need a hundredth of it. */
const maxDecodedSize = 65_536

const types = { pointer: 1, map: 7, array: 11, boolean: 14 } as const
const pointerStarts = [0, 2048, 526_336, 0] as const
const longSizes = [0, 29, 285, 65_821] as const

/**
 * Walks a value of a MaxMind DB file like a decoder, including pointers, without allocating anything. Throws when it leaves
 * the file or exceeds the limit. `base` is the offset that pointers are relative to.
 */
export function checkDecodedSize(bytes: Buffer, start: number, base: number): void {
  let remaining = maxDecodedSize
  const spend = (cost: number) => {
    remaining -= cost
    if (remaining < 0) throw new RangeError('a record is too large')
  }

  /** Returns the offset of the next value. */
  const walk = (at: number): number => {
    spend(1)
    const control = bytes.readUInt8(at)
    let next = at + 1
    let type = control >> 5
    if (type === types.pointer) {
      const width = (control >> 3) & 3
      const high = width === 3 ? 0 : (control & 7) * 2 ** (8 * (width + 1))
      walk(base + (pointerStarts[width] ?? 0) + high + bytes.readUIntBE(next, width + 1))
      return next + width + 1
    }
    if (type === 0) type = 7 + bytes.readUInt8(next++)
    const short = control & 31
    const width = Math.max(0, short - 28)
    const size = width === 0 ? short : (longSizes[width] ?? 0) + bytes.readUIntBE(next, width)
    next += width
    if (type === types.boolean) return next
    if (type !== types.map && type !== types.array) {
      spend(size)
      return next + size
    }
    const members = type === types.map ? 2 * size : size
    // The decoder allocates all members at once.
    if (members > remaining) spend(members)
    for (let n = 0; n < members; n++) next = walk(next)
    return next
  }
  walk(start)
}
