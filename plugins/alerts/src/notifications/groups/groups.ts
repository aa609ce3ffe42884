import { randomUUID } from 'node:crypto'
import { badRequest, type Clock, displayName, invalid, notFound, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { RulesStore } from '../../rules/rules-store.ts'
import type { ChannelsStore } from '../channels/channels-store.ts'
import type { Group, GroupInput } from '../notification-schema.ts'
import type { GroupRow, GroupsStore } from './groups-store.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly store: GroupsStore
  readonly channels: ChannelsStore
  readonly rules: Pick<RulesStore, 'countByGroup' | 'clearGroup'>
  /** called in the transaction that deletes the group */
  onDelete(groupId: string): void
}

const maxGroups = 200

/** Changes run in the transaction of their audit entry. */
export function makeGroups({ clock, store, channels, rules, onDelete }: Dependencies) {
  const existing = (id: string): GroupRow => {
    const row = store.get(id)
    if (!row) throw notFound('alerts.UNKNOWN_GROUP')
    return row
  }

  const view = (row: GroupRow): Group => {
    const ids = store.channelsOf(row.id)
    return {
      id: row.id,
      name: row.name,
      notification_ids: ids,
      notification_ids_json: JSON.stringify(ids),
      rules: rules.countByGroup(row.id),
      created_at: toTimestamp(row.created_at),
    }
  }

  function requireChannels(ids: readonly string[]): void {
    for (const [index, id] of ids.entries()) {
      if (!channels.get(id)) throw invalid(`notification_ids.${index}`, 'alerts.CHANNEL_MUST_EXIST')
      if (ids.indexOf(id) < index) throw invalid(`notification_ids.${index}`, 'alerts.LISTED_TWICE')
    }
  }

  function write(row: GroupRow, ids: readonly string[] | undefined): void {
    store.put(row)
    if (ids) store.setChannels(row.id, ids)
  }

  return {
    list: () => store.list().map(view),
    get: (id: string) => view(existing(id)),
    exists: (id: string) => store.get(id) !== undefined,

    create({ name, notification_ids }: GroupInput): Group {
      const row = { id: randomUUID(), name: displayName('name', name), created_at: toSeconds(clock.now()) }
      requireChannels(notification_ids)
      if (store.count() >= maxGroups) throw badRequest('alerts.TOO_MANY_GROUPS', { limit: maxGroups })
      write(row, notification_ids)
      return view(row)
    },

    update(id: string, { name, notification_ids }: Partial<GroupInput>): { from: Group; to: Group } {
      const row = existing(id)
      const from = view(row)
      const next = { ...row, name: displayName('name', name ?? row.name) }
      if (notification_ids) requireChannels(notification_ids)
      write(next, notification_ids)
      return { from, to: view(next) }
    },

    remove(id: string): GroupRow {
      const row = existing(id)
      rules.clearGroup(id)
      onDelete(id)
      store.remove(id)
      return row
    },
  }
}
export type Groups = ReturnType<typeof makeGroups>
