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
  remote: { en: 'remote address', zh: '连接来源' },
}
const none: LocalizedText = { en: 'none', zh: '无' }

/** Describes the changed addresses; undefined when none changed. */
function describeChange(before: ServerAddresses, after: ServerAddresses): LocalizedText | undefined {
  const changed = (['ipv4', 'ipv6', 'remote'] as const).filter((kind) => before[kind] !== after[kind])
  if (changed.length === 0) return undefined
  const text = (language: keyof LocalizedText) =>
    changed
      .map((kind) => `${names[kind][language]} ${before[kind] ?? none[language]} → ${after[kind] ?? none[language]}`)
      .join(language === 'en' ? ', ' : '，')
  return { en: text('en'), zh: text('zh') }
}

/** Signals changed addresses. On the first connection all of them are new, which is not a change. */
export const watchAddresses = (signals: AlertSignals): Listener =>
  listen(addressesReported, ({ serverId, before, after, firstConnection }) => {
    const message = firstConnection ? undefined : describeChange(before, after)
    if (message) signals.signal({ type: ipChanged.type, serverId, message })
  })
