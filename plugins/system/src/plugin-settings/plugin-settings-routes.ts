import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '../contract.ts'
import type { StoredPluginSettings } from './plugin-settings.ts'
import { PluginSettingsInput, PluginSettingsView } from './plugin-settings-schema.ts'

const params = Type.Object({ id: Type.String() })

/** The stored settings of plugins that describe them with a schema. */
export const pluginSettingsRoutes =
  ({ settings, audit }: { readonly settings: StoredPluginSettings; readonly audit: Audit }): Routes =>
  async (app) => {
    app.get(
      '/api/plugins/:id/settings',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'The settings of a plugin that runs, and their form',
          params,
          response: { 200: data(PluginSettingsView) },
        },
      },
      async ({ params: { id } }) => ({ data: settings.view(id) }),
    )
    app.put(
      '/api/plugins/:id/settings',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Replaces the settings of a plugin',
          params,
          body: PluginSettingsInput,
          response: { 200: data(PluginSettingsView) },
        },
      },
      async (req) => {
        const { id } = req.params
        audit.act(
          req,
          'plugin.settings',
          () => settings.update(id, req.body.values),
          (changed) => changed && { id, changed },
        )
        return { data: settings.view(id) }
      },
    )
  }
