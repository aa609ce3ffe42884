import { setImmediate } from 'node:timers/promises'
import type { Servers } from '@svc/plugin-enrollment/contract'
import type { Database, Logger } from '@svc/plugin-sdk'
import { publicAddresses } from './public-addresses.ts'
import type { Source } from './source.ts'

/** servers per transaction, so that the event loop is never held for long */
const chunk = 200

interface Dependencies {
  readonly servers: Pick<Servers, 'ids' | 'addresses' | 'locate'>
  readonly source: Pick<Source, 'current'>
  readonly db: Pick<Database, 'transaction'>
  readonly log: Logger
}

/** Says where servers stand, by the first of their public addresses that the database knows. */
export function makeLocator({ servers, source, db, log }: Dependencies) {
  let closed = false

  const locate = (serverId: string): boolean => {
    const database = source.current()?.database
    const addresses = servers.addresses(serverId)
    if (!database || !addresses) return false
    const known = publicAddresses(addresses)
    // An agent that has not found its public address yet says nothing new about its place.
    if (known.length === 0) return false
    for (const address of known) {
      const place = database.lookup(address)
      if (place) return servers.locate(serverId, place)
    }
    return servers.locate(serverId, { countryCode: null, region: null })
  }

  return {
    locate,
    /** Locates the whole fleet again; for a database that was not known before. */
    async locateAll(): Promise<void> {
      if (!source.current()) return
      const ids = servers.ids()
      let moved = 0
      for (let at = 0; at < ids.length && !closed; at += chunk) {
        db.transaction(() => {
          for (const id of ids.slice(at, at + chunk)) if (locate(id)) moved += 1
        })
        await setImmediate()
      }
      if (moved > 0) log.info({ servers: moved }, 'GeoIP: servers were located again')
    },
    close() {
      closed = true
    },
  }
}
