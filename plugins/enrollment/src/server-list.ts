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
  getConnection(serverId: string): LiveCapabilities | undefined
}

export interface CachedResponse {
  readonly body: Buffer
  readonly etag: string
}

/**
 * Caches the encoded response of `GET /api/servers` per role, until a write or until an outstanding offer in it expires.
 * Encoding the whole fleet on each request would cost a hundred times more than sending it.
 */
export function makeServerList({ clock, revision, servers, offers, getConnection }: Dependencies) {
  const cache = new Map<Role, CachedResponse & { revision: string; until: number }>()
  return (role: Role): CachedResponse => {
    const currentRevision = revision.current()
    const cached = cache.get(role)
    if (cached && cached.revision === currentRevision && clock.now() < cached.until) return cached
    const { byServer, until } = offers.outstandingByServer()
    const rows = servers.list().filter((row) => role === 'admin' || row.hidden === 0)
    const data = rows.map((row) => serverRecord(row, byServer.get(row.id) ?? null, getConnection(row.id), role))
    const body = Buffer.from(JSON.stringify({ data }))
    const etag = `"${createHash('sha256').update(body).digest('base64url')}"`
    const response = { body, etag, until, revision: currentRevision }
    cache.set(role, response)
    return response
  }
}
