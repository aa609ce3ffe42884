import type { Latest, Sample } from './contract.js'

/** The last sample of a server and which minute of it is on disk. */
export interface Entry {
  readonly serverId: string
  readonly number: number
  sample: Sample
  /** the last minute whose record was written; -1 before the first */
  writtenMinute: number
}

export interface Samples extends Latest {
  put(source: { readonly serverId: string; readonly serverNumber: number }, sample: Sample): void
  forget(serverId: string): void
  /** Every entry by ascending server number, which is the order of the storage keys. A snapshot. */
  byNumber(): readonly Entry[]
}

/** The last sample of each server, in memory. */
export function makeSamples(): Samples {
  const entries = new Map<string, Entry>()
  let ordered: readonly Entry[] | undefined
  return {
    get: (serverId) => entries.get(serverId)?.sample,
    put({ serverId, serverNumber }, sample) {
      const entry = entries.get(serverId)
      if (entry) {
        entry.sample = sample
        return
      }
      entries.set(serverId, { serverId, number: serverNumber, sample, writtenMinute: -1 })
      ordered = undefined
    },
    forget(serverId) {
      if (entries.delete(serverId)) ordered = undefined
    },
    byNumber() {
      ordered ??= [...entries.values()].sort((a, b) => a.number - b.number)
      return ordered
    },
  }
}
