/** Values and bytes of text that a record may unfold to; the richest commercial databases need a hundredth of it. */
const budget = 65_536

const types = { pointer: 1, map: 7, array: 11, boolean: 14 } as const
const pointerStarts = [0, 2048, 526_336, 0] as const
const longSizes = [0, 29, 285, 65_821] as const

/**
 * Walks a value of a MaxMind DB file as a decoder would, pointers included, without building anything. Throws when it
 * leaves the file or unfolds to more than a record ever needs. `base`: where pointers count from.
 */
export function weigh(bytes: Buffer, start: number, base: number): void {
  let left = budget
  const spend = (cost: number) => {
    left -= cost
    if (left < 0) throw new RangeError('a record is too large')
  }

  /** Returns where the next value starts. */
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
    // the decoder reserves room for all of them at once
    if (members > left) spend(members)
    for (let n = 0; n < members; n++) next = walk(next)
    return next
  }
  walk(start)
}
