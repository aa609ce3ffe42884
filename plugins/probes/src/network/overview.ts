import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Server, Servers } from '@svc/plugin-enrollment/contract'
import type { Clock, Principal, Role } from '@svc/plugin-sdk'
import type { Histories } from './history/histories.ts'
import type { Summaries } from './summaries.ts'

const cacheMs = 5000
/** Servers per turn of the event loop: about a millisecond with twenty targets each. */
const serversPerTurn = 2

interface CachedResponse {
  readonly at: number
  /** ids and names of the servers in it */
  readonly serversKey: string
  readonly revision: number
  readonly bytes: Promise<Buffer>
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly servers: Pick<Servers, 'visibleTo'>
  readonly summaries: Pick<Summaries, 'overview'>
  readonly histories: Pick<Histories, 'loaded'>
}

/** The overview of the fleet as JSON, cached for a few seconds. */
export function makeOverview({ clock, servers, summaries, histories }: Dependencies) {
  const cache = new Map<Role, CachedResponse>()
  let revision = 0

  async function build(servers: readonly Server[]): Promise<Buffer> {
    await histories.loaded()
    // Serialized server by server: three megabytes at once would block the event loop.
    const parts: Buffer[] = [Buffer.from('{"data":[')]
    for (const [i, server] of servers.entries()) {
      if (i > 0 && i % serversPerTurn === 0) await nextTurn()
      parts.push(Buffer.from(`${i > 0 ? ',' : ''}${JSON.stringify(summaries.overview(server))}`))
    }
    return Buffer.concat([...parts, Buffer.from(']}')])
  }

  return {
    async bytesFor({ role }: Pick<Principal, 'role'>): Promise<Buffer> {
      const now = clock.now()
      const all = servers.visibleTo({ role })
      const serversKey = JSON.stringify(all.map(({ id, name }) => [id, name]))
      const cached = cache.get(role)
      const isFresh =
        cached?.revision === revision && cached.serversKey === serversKey && Math.abs(now - cached.at) < cacheMs
      if (cached && isFresh) return cached.bytes
      const bytes = build(all)
      cache.set(role, { at: now, serversKey, revision, bytes })
      // Do not cache failures.
      bytes.catch(() => cache.delete(role))
      return bytes
    },
    /** Call it after targets changed. */
    invalidate() {
      revision += 1
    },
  }
}
export type Overview = ReturnType<typeof makeOverview>
