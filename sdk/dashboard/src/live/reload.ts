import { api } from '../api/client.ts'
import { rowOf, type ServerRecord } from './server-record.ts'
import type { ServerStore } from './server-store.ts'

const batchDelayMs = 2000

type TagsByServer = Readonly<Record<string, string[]>>

/**
 * Reloads the servers over REST: the list of all, and their tags if those of some may have `changed`. Runs one at a time;
 * requests during a run are combined into the next one.
 */
export function makeReload(store: ServerStore): (changed: readonly string[]) => Promise<void> {
  let running: Promise<void> | undefined
  let isRequested = false
  let haveTagsChanged = false

  async function once() {
    const withTags = haveTagsChanged
    isRequested = false
    haveTagsChanged = false
    const [records, tags] = await Promise.all([
      api<ServerRecord[]>('GET', '/api/servers'),
      withTags ? api<TagsByServer>('GET', '/api/server-tags') : undefined,
    ])
    store.replace(records.map((record) => rowOf(record, store.get(record.id), tags && (tags[record.id] ?? []))))
  }

  async function run() {
    try {
      await once()
      while (isRequested) {
        // Batch the changes of a reconnecting fleet, which arrive server by server.
        await new Promise((resume) => setTimeout(resume, batchDelayMs))
        await once()
      }
    } finally {
      running = undefined
    }
  }

  return (changed) => {
    haveTagsChanged ||= changed.length > 0
    isRequested = true
    running ??= run()
    return running
  }
}
