import type { Translate } from '@svc/dashboard-sdk'
import type { NetworkTarget } from '@svc/plugin-probes/contract'

/** Ids of presets: `cn-<province>-<carrier>` or `intl-<name>`. */
const domestic = /^cn-([a-z]{2})-(ct|cu|cm)$/
const international = /^intl-[a-z-]+$/

/** Display name: presets in the language of the user, custom targets by their name. */
export function targetName(t: Translate, { id, name }: Pick<NetworkTarget, 'id' | 'name'>): string {
  const [, province, carrier] = domestic.exec(id) ?? []
  if (province && carrier) {
    const parts = { province: t(`province.${province}`), carrier: t(`carrier.${carrier}`) }
    return t('preset.domestic', { ...parts, defaultValue: name })
  }
  return international.test(id) ? t(`preset.name.${id}`, { defaultValue: name }) : name
}

/** Network provider; may be empty. */
export function providerName(t: Translate, { id, provider }: Pick<NetworkTarget, 'id' | 'provider'>): string {
  const [, , carrier] = domestic.exec(id) ?? []
  return carrier ? t(`group.${groupOfCarrier[carrier]}`) : provider
}

/** Location; may be empty. */
export function placeName(t: Translate, { id, location }: Pick<NetworkTarget, 'id' | 'location'>): string {
  const [, province] = domestic.exec(id) ?? []
  if (province) return t(`province.${province}`, { defaultValue: location })
  return international.test(id) ? t(`preset.place.${location}`, { defaultValue: location }) : location
}

const groupOfCarrier: Readonly<Record<string, string>> = {
  ct: 'china-telecom',
  cu: 'china-unicom',
  cm: 'china-mobile',
}
