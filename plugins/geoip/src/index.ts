import { join, resolve } from 'node:path'
import { addressesReported, locationUnpinned, servers } from '@svc/plugin-enrollment/contract'
import { type Core, definePlugin, listen, type Routes } from '@svc/plugin-sdk'
import { type Audit, audit, type Outbound, outbound } from '@svc/plugin-system/contract'
import { factsOf } from './address-facts.ts'
import { systems } from './asn-database.ts'
import { config } from './config.ts'
import { addresses } from './contract.ts'
import type { Database, DatabaseKind } from './database.ts'
import { makeDownload } from './download/download.ts'
import { makeFetchEdition } from './download/fetch-edition.ts'
import { makeLocator } from './locator.ts'
import { places } from './place-database.ts'
import { databaseRoutes } from './routes.ts'
import { makeSource } from './source.ts'

interface Setting {
  /** of the user; empty: the downloaded one */
  readonly ownPath: string
  readonly baseUrl: string
  /** for the documentation of the download */
  readonly summary: string
  onInstalled(): Promise<unknown>
}

/** A database with its download and its routes. */
function makeDatabase<D extends Database>(
  kind: DatabaseKind<D>,
  core: Core & { readonly audit: Audit; readonly outbound: Outbound },
  { ownPath, baseUrl, summary, onInstalled }: Setting,
) {
  const { clock, dataDir, audit, outbound } = core
  const custom = ownPath !== ''
  const path = custom ? resolve(dataDir, ownPath) : join(dataDir, `${kind.edition}.mmdb`)
  const source = makeSource({ kind, path, expected: custom, core })
  const fetchEdition = makeFetchEdition({ outbound, baseUrl, edition: kind.edition })
  const download = makeDownload({ kind, clock, core, audit, fetchEdition, path, source, onInstalled })
  const routes = databaseRoutes({ id: kind.id, summary, clock, source, download, custom, path })
  return { source, download, routes }
}

export default definePlugin({
  id: 'geoip',
  config,
  requires: { audit, outbound, servers },
  provides: { addresses },
  async setup(context) {
    const { config, servers, db, log } = context
    const { download_url: baseUrl } = config.geoip
    const place = makeDatabase(places, context, {
      ownPath: config.geoip.mmdb_path,
      baseUrl,
      summary: ', and locates the servers',
      onInstalled: () => locator.locateAll(),
    })
    const system = makeDatabase(systems, context, {
      ownPath: config.asn.mmdb_path,
      baseUrl,
      summary: '',
      onInstalled: async () => {},
    })
    const locator = makeLocator({ servers, source: place.source, db, log })
    const refresh = async () => {
      await system.source.check()
      if (await place.source.check()) await locator.locateAll()
    }
    // before any agent connects
    await Promise.all([place.source.check(), system.source.check()])
    const routes: Routes = async (app) => {
      await app.register(place.routes)
      await app.register(system.routes)
    }
    return {
      provides: { addresses: { facts: (address) => factsOf(address, place.source, system.source) } },
      on: [
        listen(addressesReported, ({ serverId }) => void locator.locate(serverId)),
        listen(locationUnpinned, ({ serverId }) => void locator.locate(serverId)),
      ],
      jobs: [{ name: 'GeoIpReload', every: 60_000, run: refresh }],
      routes,
      // The file may have changed while the server was down.
      ready: () => locator.locateAll(),
      async close() {
        locator.close()
        await Promise.all([place.download.close(), system.download.close()])
      },
    }
  },
})
