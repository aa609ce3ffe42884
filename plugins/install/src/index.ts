import { resolve } from 'node:path'
import { definePlugin } from '@svc/plugin-sdk'
import { config } from './config.ts'
import { makeReleases } from './releases.ts'
import { installRoutes } from './routes.ts'

export default definePlugin({
  id: 'install',
  config,
  setup({ config: { install }, dataDir, version }) {
    const releases = makeReleases({
      folder: resolve(dataDir, install.release_dir),
      url: install.release_url,
      version,
    })
    return { routes: installRoutes(releases) }
  },
})
