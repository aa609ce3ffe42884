/** What was made of a sealed block before. */
interface Written {
  readonly mark: string
  readonly json: Uint8Array
}

/** Longer ones would take the place of many others. */
const longest = 64 * 1024

/** What an entry takes beside its JSON, about: its place in the map, its mark, and the objects around its bytes. */
const around = 400
const sizeOf = (key: string, { json }: Written) => around + key.length + json.length

/**
 * The JSON of sealed periods that were read lately: those who look at the same servers ask for the same days and hours
 * again and again, and sealed blocks rarely change. A block that did has another mark than the one beside its JSON, so
 * nothing has to be forgotten in time. Bounded by the bytes that it takes; what was not asked for longest goes first.
 */
export function writtenPeriods(most: number) {
  const known = new Map<string, Written>()
  let size = 0
  const forget = (key: string, written: Written) => {
    known.delete(key)
    size -= sizeOf(key, written)
  }
  return {
    get(key: string, mark: string): Uint8Array | undefined {
      const found = known.get(key)
      if (!found) return undefined
      if (found.mark !== mark) {
        forget(key, found)
        return undefined
      }
      known.delete(key)
      known.set(key, found)
      return found.json
    },
    keep(key: string, written: Written) {
      const before = known.get(key)
      if (before) forget(key, before)
      if (written.json.length > longest) return
      known.set(key, written)
      size += sizeOf(key, written)
      for (const [oldest, other] of known) {
        if (size <= most) break
        forget(oldest, other)
      }
    },
    bytes: () => size,
  }
}
export type WrittenPeriods = ReturnType<typeof writtenPeriods>
