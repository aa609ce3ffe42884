import { LRUCache } from 'lru-cache'

/** The JSON of a sealed block, and the version of the block. */
interface Entry {
  readonly version: string
  readonly json: Uint8Array
}

/** Larger entries would evict many others. */
const maxEntrySize = 64 * 1024

/** Approximate size of an entry without its JSON: map slot, version and object headers. */
const entryOverhead = 400

/**
 * LRU cache of the JSON of sealed periods. Viewers of the same servers request the same hours and days over and over, and
 * sealed blocks rarely change. Entries carry the version of their block, so a changed block needs no invalidation. Limited
 * by total size.
 */
export function makeJsonCache(maxBytes: number) {
  const entries = new LRUCache<string, Entry>({
    maxSize: maxBytes,
    maxEntrySize,
    sizeCalculation: ({ json }, key) => entryOverhead + key.length + json.length,
  })
  return {
    get(key: string, version: string): Uint8Array | undefined {
      const entry = entries.get(key)
      if (entry && entry.version !== version) entries.delete(key)
      return entry?.version === version ? entry.json : undefined
    },
    set: (key: string, entry: Entry): void => void entries.set(key, entry),
    bytes: () => entries.calculatedSize,
  }
}
export type JsonCache = ReturnType<typeof makeJsonCache>
