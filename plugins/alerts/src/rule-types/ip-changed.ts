import { addressesReported, type ServerAddresses } from '@svc/plugin-enrollment/contract'
import { type CodedText, type Listener, listen, type Param, text } from '@svc/plugin-sdk'
import type { AlertSignals, RuleType } from '../contract.ts'

export const ipChanged: RuleType = {
  type: 'ip_changed',
  name: text('alerts.ADDRESS_CHANGED'),
  kind: 'event',
  unit: null,
  fields: [],
}

const names: Readonly<Record<keyof ServerAddresses, Param>> = {
  ipv4: 'IPv4',
  ipv6: 'IPv6',
  remote: text('alerts.REMOTE_ADDRESS'),
}
const none = text('alerts.NO_ADDRESS')

/** Describes the changed addresses; undefined when none changed. */
function describeChange(before: ServerAddresses, after: ServerAddresses): CodedText | undefined {
  const changed = (['ipv4', 'ipv6', 'remote'] as const).filter((kind) => before[kind] !== after[kind])
  if (changed.length === 0) return undefined
  const changes = changed.map((kind) =>
    text('alerts.ADDRESS_CHANGE', { kind: names[kind], before: before[kind] ?? none, after: after[kind] ?? none }),
  )
  return text('alerts.ADDRESS_CHANGES', { changes })
}

/** Signals changed addresses. On the first connection all of them are new, which is not a change. */
export const watchAddresses = (signals: AlertSignals): Listener =>
  listen(addressesReported, ({ serverId, before, after, firstConnection }) => {
    const message = firstConnection ? undefined : describeChange(before, after)
    if (message) signals.signal({ type: ipChanged.type, serverId, message })
  })
