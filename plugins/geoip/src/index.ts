import { join, resolve } from 'node:path'
import { addressesReported, locationUnpinned, servers } from '@svc/plugin-enrollment/contract'
import { definePlugin, listen } from '@svc/plugin-sdk'
import { audit, outbound } from '@svc/plugin-system/contract'
import { config } from './config.ts'
import { makeDownload } from './download/download.ts'
import { makeFetchEdition } from './download/fetch-edition.ts'
import { makeLocator } from './locator.ts'
import { geoipRoutes } from './routes.ts'
import { makeSource } from './source.ts'

export default definePlugin({
  id: 'geoip',
  config,
  requires: { audit, outbound, servers },
  async setup({ config: { geoip }, audit, outbound, servers, ...core }) {
    const { clock, db, log, dataDir } = core
    const custom = geoip.mmdb_path !== ''
    const path = custom ? resolve(dataDir, geoip.mmdb_path) : join(dataDir, 'dbip-country-lite.mmdb')
    const source = makeSource({ path, expected: custom, core })
    const locator = makeLocator({ servers, source, db, log })
    const refresh = async () => {
      if (await source.check()) await locator.locateAll()
    }
    const fetchEdition = makeFetchEdition({ outbound, baseUrl: geoip.download_url })
    const download = makeDownload({ clock, core, audit, fetchEdition, path, source, onInstalled: locator.locateAll })
    // before any agent connects
    await source.check()
    return {
      on: [
        listen(addressesReported, ({ serverId }) => void locator.locate(serverId)),
        listen(locationUnpinned, ({ serverId }) => void locator.locate(serverId)),
      ],
      jobs: [{ name: 'GeoIpReload', every: 60_000, run: refresh }],
      routes: geoipRoutes({ clock, source, download, custom, path }),
      // The file may have changed while the server was down.
      ready: () => locator.locateAll(),
      async close() {
        locator.close()
        await download.close()
      },
    }
  },
})
