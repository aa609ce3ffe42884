import { createHash } from 'node:crypto'
import type { Clock, Role } from '@svc/plugin-sdk'
import type { Offers } from './offers.ts'
import type { Revision } from './revision.ts'
import { type LiveCapabilities, serverRecord } from './server-view.ts'
import type { ServersStore } from './servers-store.ts'

interface Dependencies {
  readonly clock: Clock
  readonly revision: Revision
  readonly servers: ServersStore
  readonly offers: Offers
  live(serverId: string): LiveCapabilities | undefined
}

export interface ListAnswer {
  readonly body: Buffer
  readonly etag: string
}

/**
 * The answer of `GET /api/servers` as bytes, one per role, kept until a write or until an outstanding offer in it ends:
 * encoding the fleet on each request would cost a hundred times more than sending it.
 */
export function makeServerList({ clock, revision, servers, offers, live }: Dependencies) {
  const kept = new Map<Role, ListAnswer & { revision: string; until: number }>()
  return (role: Role): ListAnswer => {
    const now = revision.current()
    const known = kept.get(role)
    if (known && known.revision === now && clock.now() < known.until) return known
    const { byServer, until } = offers.outstandingByServer()
    const rows = servers.list().filter((row) => role === 'admin' || row.hidden === 0)
    const data = rows.map((row) => serverRecord(row, byServer.get(row.id) ?? null, live(row.id), role))
    const body = Buffer.from(JSON.stringify({ data }))
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const answer = { body, etag, until, revision: now }
    kept.set(role, answer)
    return answer
  }
}
