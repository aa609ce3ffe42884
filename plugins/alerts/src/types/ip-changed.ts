import { addressesReported, type ServerAddresses } from '@svc/plugin-enrollment/contract'
import { type Listener, listen } from '@svc/plugin-sdk'
import type { AlertSignals, LocalizedText, RuleType } from '../contract.ts'

export const ipChanged: RuleType = {
  type: 'ip_changed',
  name: { en: 'Address changed', zh: '地址变更' },
  kind: 'event',
  unit: null,
  fields: [],
}

const names: Readonly<Record<keyof ServerAddresses, LocalizedText>> = {
  ipv4: { en: 'IPv4', zh: 'IPv4' },
  ipv6: { en: 'IPv6', zh: 'IPv6' },
  remote: { en: 'connects from', zh: '连接来源' },
}
const none: LocalizedText = { en: 'none', zh: '无' }

/** What differs, for people; undefined when nothing does. */
function differenceOf(before: ServerAddresses, after: ServerAddresses): LocalizedText | undefined {
  const moved = (['ipv4', 'ipv6', 'remote'] as const).filter((kind) => before[kind] !== after[kind])
  if (moved.length === 0) return undefined
  const text = (language: keyof LocalizedText) =>
    moved
      .map((kind) => `${names[kind][language]} ${before[kind] ?? none[language]} → ${after[kind] ?? none[language]}`)
      .join(language === 'en' ? ', ' : '，')
  return { en: text('en'), zh: text('zh') }
}

/** Tells of addresses that differ from those before. All that a first connection tells is new, and so is no change. */
export const watchAddresses = (signals: AlertSignals): Listener =>
  listen(addressesReported, ({ serverId, before, after, firstConnection }) => {
    const message = firstConnection ? undefined : differenceOf(before, after)
    if (message) signals.signal({ type: ipChanged.type, serverId, message })
  })
