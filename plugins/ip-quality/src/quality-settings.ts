import { invalid } from '@svc/plugin-sdk'
import type { Secrets, Settings } from '@svc/plugin-system/contract'
import type { Catalog } from './catalog/catalog.ts'
import type { IpQualitySettings, IpQualitySettingsChange } from './quality-schema.ts'
import type { RisksStore } from './risk/risks-store.ts'
import { defaultIntervalHours } from './wire.ts'

const key = 'ip_quality'
const none = 'none'
const purposeOf = (provider: string) => `ip-quality.provider:${provider}`

interface Stored {
  readonly check_interval_hours: number
  readonly risk_provider: string
  readonly risk_provider_fallback: string
}

/** Nothing is sent to a provider until an admin chooses one. */
const defaults: Stored = {
  check_interval_hours: defaultIntervalHours,
  risk_provider: none,
  risk_provider_fallback: none,
}

interface Dependencies {
  readonly settings: Settings
  readonly secrets: Secrets
  readonly store: RisksStore
  readonly catalog: Pick<Catalog, 'current'>
}

/** How often is checked, and whom the server asks about addresses. */
export function makeQualitySettings({ settings, secrets, store, catalog }: Dependencies) {
  const stored = (): Stored => ({ ...defaults, ...settings.get<Partial<Stored>>(key) })
  const providerOf = (id: string) => catalog.current().providers.find((provider) => provider.id === id)

  const current = (): IpQualitySettings => {
    const { providers, problems } = catalog.current()
    return {
      ...stored(),
      providers: providers.map(({ id, name, website, key: needed, url }) => ({
        ...{ id, name, website, key: needed },
        has_key: store.key(id) !== undefined,
        is_encrypted: url.startsWith('https:'),
      })),
      problems: problems.map(({ file, reason }) => ({ file, reason })),
    }
  }

  return {
    current,
    intervalHours: () => stored().check_interval_hours,
    /** Stores a change. To be called in a transaction. */
    update({ api_keys = {}, ...change }: IpQualitySettingsChange): IpQualitySettings {
      for (const field of ['risk_provider', 'risk_provider_fallback'] as const) {
        const id = change[field]
        if (id !== undefined && id !== none && !providerOf(id)) throw invalid(field, 'ip-quality.UNKNOWN_PROVIDER')
      }
      for (const [id, value] of Object.entries(api_keys)) {
        const provider = providerOf(id)
        if (!provider || provider.key === 'none') throw invalid(`api_keys.${id}`, 'ip-quality.NO_KEY')
        if (value === null) store.removeKey(id)
        else store.putKey(id, secrets.seal(purposeOf(id), value))
      }
      const next = { ...stored(), ...change }
      for (const field of ['risk_provider', 'risk_provider_fallback'] as const) {
        if (change[field] === undefined && Object.keys(api_keys).length === 0) continue
        const provider = providerOf(next[field])
        if (provider?.key === 'required' && store.key(provider.id) === undefined) {
          throw invalid(field, 'ip-quality.KEY_REQUIRED', { name: provider.name })
        }
      }
      settings.set(key, next)
      return current()
    },
    /** Who is asked, in this order, with keys. Empty unless an admin has chosen somebody. */
    providers() {
      const { risk_provider, risk_provider_fallback } = stored()
      return [...new Set([risk_provider, risk_provider_fallback])].flatMap((id) => {
        const provider = providerOf(id)
        if (!provider) return []
        const sealed = store.key(id)
        return [{ provider, apiKey: sealed === undefined ? undefined : secrets.open(purposeOf(id), sealed) }]
      })
    },
  }
}
export type QualitySettings = ReturnType<typeof makeQualitySettings>
