import { api } from '../api/client.ts'
import { rowOf, type ServerRecord } from './server-record.ts'
import type { ServerStore } from './server-store.ts'

const maxTagReads = 20
const batchDelayMs = 2000

/**
 * Reloads the servers over REST: the list of all, and the tags of those in `changed`. Runs one at a time; requests during a
 * run are combined into the next one.
 */
export function makeReload(store: ServerStore): (changed: readonly string[]) => Promise<void> {
  let running: Promise<void> | undefined
  const pendingTags = new Set<string>()
  let isRequested = false

  async function once() {
    isRequested = false
    const records = await api<ServerRecord[]>('GET', '/api/servers')
    const ids = new Set(records.map((record) => record.id))
    for (const id of pendingTags) if (!ids.has(id)) pendingTags.delete(id)
    const batch = [...pendingTags].slice(0, maxTagReads)
    const tags = new Map(
      await Promise.all(batch.map(async (id) => [id, await api<string[]>('GET', `/api/servers/${id}/tags`)] as const)),
    )
    for (const id of batch) pendingTags.delete(id)
    isRequested ||= pendingTags.size > 0
    store.replace(records.map((record) => rowOf(record, store.get(record.id), tags.get(record.id))))
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
    for (const id of changed) pendingTags.add(id)
    isRequested = true
    running ??= run()
    return running
  }
}
