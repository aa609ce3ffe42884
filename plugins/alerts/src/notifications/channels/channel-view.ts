import { toTimestamp } from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import type { Channel } from '../notification-schema.ts'
import type { DeliveryRow } from '../outbox/deliveries-store.ts'
import type { ChannelRow } from './channels-store.ts'
import { type Config, maskSecrets } from './config-secrets.ts'

const lastDelivery = ({ state, finished_at, created_at, error, error_zh }: DeliveryRow) => ({
  state,
  at: toTimestamp(finished_at ?? created_at),
  error,
  error_zh,
})

/** The API view of a channel. While its type is not running, only its open members are shown. */
export function channelView(
  row: ChannelRow,
  type: ChannelType | undefined,
  config: Config | undefined,
  last: DeliveryRow | undefined,
): Channel {
  const open = JSON.parse(row.config_json) as Config
  const shown = type && config ? maskSecrets(type, config) : open
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
