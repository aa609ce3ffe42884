import { Type } from '@sinclair/typebox'
import { type Core, data, notFound, type PluginAdministration, type Routes } from '@svc/plugin-sdk'
import type { StoredPluginSettings } from '../plugin-settings/plugin-settings.ts'
import { PluginData, PluginPurge } from './plugin-data-schema.ts'
import type { Purge } from './purge.ts'

interface Deps {
  readonly plugins: PluginAdministration
  readonly settings: Pick<StoredPluginSettings, 'count'>
  readonly offload: Core['offload']
  readonly purge: Purge
}

const params = Type.Object({ id: Type.String() })

/** What plugins have stored, and its deletion. */
export const pluginDataRoutes =
  ({ plugins, settings, offload, purge }: Deps): Routes =>
  async (app) => {
    app.get(
      '/api/plugins/:id/data',
      {
        config: { access: 'admin' },
        schema: { summary: 'What a plugin has stored', params, response: { 200: data(PluginData) } },
      },
      async ({ params: { id } }) => {
        const plugin = plugins.list().find((one) => one.id === id)
        if (!plugin) throw notFound('kernel.UNKNOWN_PLUGIN', { id })
        const { tables } = plugin
        const sizes = await offload<{ tables: readonly string[] }, readonly number[]>(
          new URL('./table-sizes.js', import.meta.url),
          { tables },
        )
        return {
          data: {
            bytes: sizes.reduce((sum, bytes) => sum + bytes, 0),
            tables: tables.map((name, index) => ({ name, bytes: sizes[index] ?? 0 })),
            settings: settings.count(id),
          },
        }
      },
    )
    app.delete(
      '/api/plugins/:id/data',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Deletes the tables and settings of a plugin that is not installed or disabled',
          params,
          response: { 200: data(PluginPurge) },
        },
      },
      async (req) => ({ data: await purge(req, req.params.id) }),
    )
  }
