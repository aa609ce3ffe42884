import { api } from '../api/client.ts'
import { rowOf, type ServerRecord } from './server-record.ts'
import type { ServerStore } from './server-store.ts'

const mostTagReads = 20
const pause = 2000

/**
 * Reads the servers again by REST: the list for all of them, and the tags of those in `changed`. One run at a time;
 * what is asked for meanwhile is done in one more run.
 */
export function makeReload(store: ServerStore): (changed: readonly string[]) => Promise<void> {
  let running: Promise<void> | undefined
  const waiting = new Set<string>()
  let again = false

  async function once() {
    again = false
    const records = await api<ServerRecord[]>('GET', '/api/servers')
    const known = new Set(records.map((record) => record.id))
    for (const id of waiting) if (!known.has(id)) waiting.delete(id)
    const asked = [...waiting].slice(0, mostTagReads)
    const tags = new Map(
      await Promise.all(asked.map(async (id) => [id, await api<string[]>('GET', `/api/servers/${id}/tags`)] as const)),
    )
    for (const id of asked) waiting.delete(id)
    again ||= waiting.size > 0
    store.replace(records.map((record) => rowOf(record, store.get(record.id), tags.get(record.id))))
  }

  async function run() {
    try {
      await once()
      while (again) {
        // A fleet that reconnects announces itself server by server.
        await new Promise((resume) => setTimeout(resume, pause))
        await once()
      }
    } finally {
      running = undefined
    }
  }

  return (changed) => {
    for (const id of changed) waiting.add(id)
    again = true
    running ??= run()
    return running
  }
}
