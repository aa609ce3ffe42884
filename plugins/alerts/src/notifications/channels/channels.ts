import { randomUUID } from 'node:crypto'
import {
  badRequest,
  type Clock,
  type CodedText,
  type Core,
  invalid,
  normalizeName,
  notFound,
  type Registry,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import type { ChannelType } from '../../contract.ts'
import type { Channel, ChannelInput, ChannelTypeView } from '../notification-schema.ts'
import { type DeliveriesStore, type DeliveryRow, errorView } from '../outbox/deliveries-store.ts'
import { channelDeleted, channelDisabled } from '../outbox/sender.ts'
import { type Config, maskSecrets, restoreSecrets, type StoredConfigs } from './channel-configs.ts'
import type { ChannelRow, ChannelsStore } from './channels-store.ts'

interface StoredChannel {
  readonly type: ChannelType | undefined
  readonly config: Config | undefined
}

function requireType(types: Registry<ChannelType>, name: string): ChannelType {
  const type = types.get(name)
  if (!type) {
    const names = types.all().map((one) => one.type)
    throw invalid('notify_type', 'kernel.ONE_OF', { values: names })
  }
  return type
}

/** Parses a configuration and fills in the stored secrets; throws 422 when it is invalid. */
function parseChannelConfig(type: ChannelType, input: Config, existing?: StoredChannel): Config {
  // Secrets of another type are not compatible.
  const stored = existing?.type?.type === type.type ? (existing.config ?? {}) : {}
  const { config, restored } = restoreSecrets(type, input, stored)
  const parsed = type.parse(config)
  const [first] = restored
  if (first !== undefined && type.destination?.(parsed) !== type.destination?.(stored)) {
    throw invalid(`config_json.${first}`, 'alerts.ENTER_AGAIN_FOR_DESTINATION')
  }
  return parsed
}

/** The API view of a channel. While its type is not running, only its open members are shown. */
function channelView(
  row: ChannelRow,
  type: ChannelType | undefined,
  config: Config | undefined,
  last: DeliveryRow | undefined,
  text: Core['text'],
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
    last_delivery: last
      ? { state: last.state, at: toTimestamp(last.finished_at ?? last.created_at), ...errorView(last, text) }
      : null,
    created_at: toTimestamp(row.created_at),
  }
}

export function typeView({ type, name, problem, fields }: ChannelType, text: Core['text']): ChannelTypeView {
  const reason = problem?.()
  return {
    type,
    name: text(name),
    name_text: name,
    problem: reason ? text(reason) : null,
    problem_text: reason ?? null,
    ...(fields ? { fields: [...fields] } : {}),
  }
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly store: ChannelsStore
  readonly deliveries: DeliveriesStore
  readonly configs: StoredConfigs
  readonly types: Registry<ChannelType>
  readonly text: Core['text']
}

const maxChannels = 200

/** Changes run in the transaction of their audit entry. */
export function makeChannels({ clock, store, deliveries, configs, types, text }: Dependencies) {
  const existing = (id: string): ChannelRow => {
    const row = store.get(id)
    if (!row) throw notFound('alerts.UNKNOWN_CHANNEL')
    return row
  }

  const view = (row: ChannelRow): Channel =>
    channelView(row, configs.typeOf(row.notify_type), configs.read(row), deliveries.newest(row.id), text)

  const storedChannel = (row: ChannelRow) => ({ type: configs.typeOf(row.notify_type), config: configs.read(row) })

  const failWaiting = (id: string, reason: CodedText) => deliveries.failWaiting(id, reason, toSeconds(clock.now()))

  return {
    list: () => store.list().map(view),
    get: (id: string) => view(existing(id)),

    /** Type and configuration of a stored channel; throws 422 when it cannot send. */
    stored(id: string) {
      const row = existing(id)
      const config = configs.read(row)
      if (!config) throw invalid('config_json', 'alerts.SECRETS_UNREADABLE')
      return { row, type: requireType(types, row.notify_type), config }
    },

    create(input: ChannelInput): Channel {
      const name = normalizeName(input.name)
      const type = requireType(types, input.notify_type)
      const config = parseChannelConfig(type, input.config_json)
      if (store.count() >= maxChannels) throw badRequest('alerts.TOO_MANY_CHANNELS', { limit: maxChannels })
      const id = randomUUID()
      const enabled = (input.enabled ?? true) ? 1 : 0
      const created_at = toSeconds(clock.now())
      store.put({ ...configs.write(id, type, config), name, notify_type: type.type, enabled, created_at })
      return view(existing(id))
    },

    /** Validates type and configuration together if either changes. */
    update(id: string, input: Partial<ChannelInput>): { row: ChannelRow; from: ChannelRow } {
      const from = existing(id)
      const { name = from.name, notify_type = from.notify_type, enabled = from.enabled === 1 } = input
      const isConfigChanged = input.config_json !== undefined || notify_type !== from.notify_type
      const config = isConfigChanged
        ? writeConfig(id, notify_type, input.config_json ?? (JSON.parse(from.config_json) as Config), from)
        : {}
      const row = { ...from, ...config, name: normalizeName(name), notify_type, enabled: enabled ? 1 : 0 }
      store.put(row)
      if (!enabled) failWaiting(id, channelDisabled)
      return { row, from }
    },

    remove(id: string): ChannelRow {
      const row = existing(id)
      store.remove(id)
      failWaiting(id, channelDeleted)
      return row
    },

    view,

    /** Type and configuration of an unsaved channel; masks stand for the secrets of channel `id`. */
    unsaved(input: Pick<ChannelInput, 'notify_type' | 'config_json'>, id?: string) {
      const type = requireType(types, input.notify_type)
      const config = parseChannelConfig(
        type,
        input.config_json,
        id === undefined ? undefined : storedChannel(existing(id)),
      )
      return { type, config }
    },
  }

  function writeConfig(id: string, notifyType: string, input: Config, from: ChannelRow) {
    const type = requireType(types, notifyType)
    return configs.write(id, type, parseChannelConfig(type, input, storedChannel(from)))
  }
}
export type Channels = ReturnType<typeof makeChannels>
