import { toTimestamp } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.js'
import type { Channel } from '../notification-schema.js'
import type { DeliveryRow } from '../outbox/deliveries-store.js'
import type { ChannelRow } from './channels-store.js'
import { type Config, masked } from './secret-members.js'

const lastDelivery = ({ state, finished_at, created_at, error, error_zh }: DeliveryRow) => ({
  state,
  at: toTimestamp(finished_at ?? created_at),
  error,
  error_zh,
})

/** A channel as admins see it; without its type nobody knows what in it is secret, but the open members are. */
export function channelView(
  row: ChannelRow,
  type: ChannelType | undefined,
  config: Config | undefined,
  last: DeliveryRow | undefined,
): Channel {
  const open = JSON.parse(row.config_json) as Config
  const shown = type && config ? masked(type, config) : open
  return {
    id: row.id,
    name: row.name,
    notify_type: row.notify_type,
    config_json: JSON.stringify(shown),
    config: shown,
    enabled: row.enabled === 1,
    available: type !== undefined,
    last_delivery: last ? lastDelivery(last) : null,
    created_at: toTimestamp(row.created_at),
  }
}

export const typeView = ({ type, name, problem }: ChannelType) => {
  const words = problem?.()
  return { type, name, problem: words?.en ?? null, problem_zh: words?.zh ?? null }
}
