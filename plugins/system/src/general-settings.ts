import { Type } from '@sinclair/typebox'
import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit, Settings } from './contract.ts'
import { GeneralSettings } from './general-settings-schema.ts'

const key = 'system_settings'

const empty: GeneralSettings = { site_name: null, site_description: null }

export const readGeneralSettings = (settings: Pick<Settings, 'get'>): GeneralSettings => ({
  ...empty,
  ...settings.get<GeneralSettings>(key),
})

const text = (value: string | null | undefined) => value?.trim() || null

/** The general settings of this installation. */
export const generalSettingsRoutes =
  ({ settings, audit }: { readonly settings: Pick<Settings, 'get' | 'set'>; readonly audit: Audit }): Routes =>
  async (app) => {
    app.get(
      '/api/settings',
      {
        config: { access: 'admin' },
        schema: { summary: 'The general settings', response: { 200: data(GeneralSettings) } },
      },
      async () => ({ data: readGeneralSettings(settings) }),
    )
    app.put(
      '/api/settings',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Replaces the general settings; missing members become null',
          body: Type.Partial(GeneralSettings, { title: 'GeneralSettingsChanges' }),
          response: { 200: data(GeneralSettings) },
        },
      },
      async (req) => {
        const changed: GeneralSettings = {
          site_name: text(req.body.site_name),
          site_description: text(req.body.site_description),
        }
        audit.act(
          req,
          'settings.update',
          () => settings.set(key, changed),
          () => changed,
        )
        return { data: changed }
      },
    )
  }
