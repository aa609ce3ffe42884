import { data, type Routes } from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { IpQualitySettings, IpQualitySettingsChange } from './quality-schema.ts'
import type { QualitySettings } from './quality-settings.ts'

interface Dependencies {
  readonly audit: Pick<Audit, 'act'>
  readonly settings: QualitySettings
  /** In the transaction of a change. */
  readonly onChanged: (change: IpQualitySettingsChange) => void
}

/** The interval, and providers of risk data. */
export const settingsRoutes =
  ({ audit, settings, onChanged }: Dependencies): Routes =>
  async (app) => {
    app.get(
      '/api/ip-quality/settings',
      {
        config: { access: 'member' },
        schema: { summary: 'Settings of IP quality', response: { 200: data(IpQualitySettings) } },
      },
      async () => ({ data: settings.current() }),
    )

    app.put(
      '/api/ip-quality/settings',
      {
        config: { access: 'admin' },
        schema: {
          summary: 'Change settings of IP quality; API keys are stored encrypted and never returned',
          body: IpQualitySettingsChange,
          response: { 200: data(IpQualitySettings) },
        },
      },
      async (req) => {
        const { api_keys, ...rest } = req.body
        const update = () => {
          const updated = settings.update(req.body)
          onChanged(req.body)
          return updated
        }
        return {
          data: audit.act(req, 'ip_quality.settings_update', update, () => ({
            ...rest,
            ...(api_keys && { api_keys: Object.keys(api_keys) }),
          })),
        }
      },
    )
  }
