import type { Translate } from '@svc/dashboard-sdk'
import type { NetworkTarget } from '@svc/plugin-probes/contract'

/** Presets of a carrier and a province are called `cn-<province>-<carrier>`, those of the world `intl-<name>`. */
const domestic = /^cn-([a-z]{2})-(ct|cu|cm)$/
const abroad = /^intl-[a-z-]+$/

/** What a target is called: presets in the language of the reader, own targets as they were named. */
export function targetName(t: Translate, { id, name }: Pick<NetworkTarget, 'id' | 'name'>): string {
  const [, province, carrier] = domestic.exec(id) ?? []
  if (province && carrier) {
    const parts = { province: t(`province.${province}`), carrier: t(`carrier.${carrier}`) }
    return t('preset.domestic', { ...parts, defaultValue: name })
  }
  return abroad.test(id) ? t(`preset.name.${id}`, { defaultValue: name }) : name
}

/** Who runs the network it is in; empty when nobody said. */
export function providerName(t: Translate, { id, provider }: Pick<NetworkTarget, 'id' | 'provider'>): string {
  const [, , carrier] = domestic.exec(id) ?? []
  return carrier ? t(`group.${groupOfCarrier[carrier]}`) : provider
}

/** Where it is; empty when nobody said. */
export function placeName(t: Translate, { id, location }: Pick<NetworkTarget, 'id' | 'location'>): string {
  const [, province] = domestic.exec(id) ?? []
  if (province) return t(`province.${province}`, { defaultValue: location })
  return abroad.test(id) ? t(`preset.place.${location}`, { defaultValue: location }) : location
}

const groupOfCarrier: Readonly<Record<string, string>> = {
  ct: 'china-telecom',
  cu: 'china-unicom',
  cm: 'china-mobile',
}
