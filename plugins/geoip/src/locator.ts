import { setImmediate } from 'node:timers/promises'
import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Database, Logger } from '@svc/plugin-sdk'
import type { PlaceDatabase } from './place-database.ts'
import { publicAddresses } from './public-addresses.ts'
import type { Source } from './source.ts'

/** servers per transaction, so that the event loop is not blocked */
const batchSize = 200

interface Dependencies {
  readonly servers: Pick<Servers, 'ids' | 'addresses' | 'locate'>
  readonly source: Pick<Source<PlaceDatabase>, 'current'>
  readonly db: Pick<Database, 'transaction'>
  readonly log: Logger
}

/** Locates servers by the first of their public addresses found in the database. */
export function makeLocator({ servers, source, db, log }: Dependencies) {
  let closed = false

  const locate = (serverId: string): boolean => {
    const database = source.current()?.database
    const addresses = servers.addresses(serverId)
    if (!database || !addresses) return false
    const candidates = publicAddresses(addresses)
    // Without a public address, the server keeps its location.
    if (candidates.length === 0) return false
    for (const address of candidates) {
      const place = database.lookup(address)
      if (place) return servers.locate(serverId, place)
    }
    return servers.locate(serverId, { countryCode: null, region: null })
  }

  return {
    locate,
    /** Locates all servers, after the database changed. */
    async locateAll(): Promise<void> {
      if (!source.current()) return
      const ids = servers.ids()
      let moved = 0
      for (let at = 0; at < ids.length && !closed; at += batchSize) {
        db.transaction(() => {
          for (const id of ids.slice(at, at + batchSize)) if (locate(id)) moved += 1
        })
        await setImmediate()
      }
      if (moved > 0) log.info({ servers: moved }, 'GeoIP locations updated')
    },
    close() {
      closed = true
    },
  }
}
