/** The JSON of a sealed block, and the version of the block. */
interface Entry {
  readonly version: string
  readonly json: Uint8Array
}

/** Larger entries would evict many others. */
const maxEntryBytes = 64 * 1024

/** Approximate size of an entry without its JSON: map slot, version and object headers. */
const entryOverhead = 400
const sizeOf = (key: string, { json }: Entry) => entryOverhead + key.length + json.length

/**
 * LRU cache of the JSON of sealed periods. Viewers of the same servers request the same hours and days over and over, and
 * sealed blocks rarely change. Entries carry the version of their block, so a changed block needs no invalidation. Limited
 * by total size.
 */
export function makeJsonCache(maxBytes: number) {
  const entries = new Map<string, Entry>()
  let size = 0
  const evict = (key: string, written: Entry) => {
    entries.delete(key)
    size -= sizeOf(key, written)
  }
  return {
    get(key: string, version: string): Uint8Array | undefined {
      const found = entries.get(key)
      if (!found) return undefined
      if (found.version !== version) {
        evict(key, found)
        return undefined
      }
      entries.delete(key)
      entries.set(key, found)
      return found.json
    },
    set(key: string, written: Entry) {
      const before = entries.get(key)
      if (before) evict(key, before)
      if (written.json.length > maxEntryBytes) return
      entries.set(key, written)
      size += sizeOf(key, written)
      for (const [oldest, other] of entries) {
        if (size <= maxBytes) break
        evict(oldest, other)
      }
    },
    bytes: () => size,
  }
}
export type JsonCache = ReturnType<typeof makeJsonCache>
