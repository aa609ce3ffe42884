import type { IpQualitySettings, IpQualitySettingsChange } from '@svc/plugin-ip-quality/contract'

export interface SettingsDraft {
  readonly interval: string
  readonly provider: string
  readonly fallback: string
  /** new keys by provider; empty: unchanged */
  readonly keys: Readonly<Record<string, string>>
  /** providers whose stored key is to be deleted */
  readonly removed: readonly string[]
}

export const none = 'none'
export const hours = { min: 1, max: 168 } as const

export const draftOf = (settings: IpQualitySettings): SettingsDraft => ({
  interval: String(settings.check_interval_hours),
  provider: settings.risk_provider,
  fallback: settings.risk_provider_fallback,
  keys: {},
  removed: [],
})

export const isInterval = (text: string): boolean =>
  /^\d{1,3}$/.test(text.trim()) && Number(text) >= hours.min && Number(text) <= hours.max

/** What a valid draft changes. */
export function changeOf({ interval, provider, fallback, keys, removed }: SettingsDraft): IpQualitySettingsChange {
  const entered = Object.entries(keys)
    .map(([id, key]) => [id, key.trim()] as const)
    .filter(([, key]) => key !== '')
  const api_keys = { ...Object.fromEntries(removed.map((id) => [id, null])), ...Object.fromEntries(entered) }
  return {
    check_interval_hours: Number(interval),
    risk_provider: provider,
    // Without a first one there is no other one.
    risk_provider_fallback: provider === none || fallback === provider ? none : fallback,
    ...(Object.keys(api_keys).length > 0 && { api_keys }),
  }
}
