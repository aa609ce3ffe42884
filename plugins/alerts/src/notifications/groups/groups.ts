import { randomUUID } from 'node:crypto'
import { badRequest, type Clock, invalid, normalizeName, notFound, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { RulesStore } from '../../rules/rules-store.ts'
import type { ChannelsStore } from '../channels/channels-store.ts'
import type { Group, GroupInput } from '../notification-schema.ts'
import { allChannels, type GroupRow, type GroupsStore } from './groups-store.ts'

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
      built_in: row.id === allChannels,
      notification_ids: ids,
      notification_ids_json: JSON.stringify(ids),
      wait_seconds: row.wait_seconds,
      group_by: JSON.parse(row.group_by) as Group['group_by'],
      quiet_hours: row.quiet_from === null || row.quiet_to === null ? null : { from: row.quiet_from, to: row.quiet_to },
      escalation:
        row.escalation_minutes === null || row.escalation_group_id === null
          ? null
          : { after_minutes: row.escalation_minutes, group_id: row.escalation_group_id },
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

  /** Applies the fields that are given. */
  function withInput(row: GroupRow, input: Partial<GroupInput>): GroupRow {
    const { name, wait_seconds, group_by, quiet_hours, escalation } = input
    if (quiet_hours && quiet_hours.from === quiet_hours.to) throw invalid('quiet_hours.to', 'alerts.QUIET_HOURS_EMPTY')
    if (escalation && escalation.group_id === row.id)
      throw invalid('escalation.group_id', 'alerts.ESCALATION_TO_ITSELF')
    if (escalation && !store.get(escalation.group_id)) throw invalid('escalation.group_id', 'alerts.GROUP_MUST_EXIST')
    return {
      ...row,
      ...(name !== undefined && { name: normalizeName(name) }),
      ...(wait_seconds !== undefined && { wait_seconds }),
      ...(group_by && { group_by: JSON.stringify(group_by) }),
      ...(quiet_hours !== undefined && { quiet_from: quiet_hours?.from ?? null, quiet_to: quiet_hours?.to ?? null }),
      ...(escalation !== undefined && {
        escalation_minutes: escalation?.after_minutes ?? null,
        escalation_group_id: escalation?.group_id ?? null,
      }),
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

    create({ notification_ids, ...input }: GroupInput): Group {
      const row = withInput(
        {
          id: randomUUID(),
          name: '',
          created_at: toSeconds(clock.now()),
          wait_seconds: 20,
          group_by: '["server_group"]',
          quiet_from: null,
          quiet_to: null,
          escalation_minutes: null,
          escalation_group_id: null,
        },
        input,
      )
      requireChannels(notification_ids)
      if (store.count() > maxGroups) throw badRequest('alerts.TOO_MANY_GROUPS', { limit: maxGroups })
      write(row, notification_ids)
      return view(row)
    },

    update(id: string, { notification_ids, ...input }: Partial<GroupInput>): { from: Group; to: Group } {
      const row = existing(id)
      const from = view(row)
      if (from.built_in && notification_ids) throw invalid('notification_ids', 'alerts.ALL_CHANNELS')
      if (from.built_in && input.name !== undefined) throw invalid('name', 'alerts.ALL_CHANNELS')
      const next = withInput(row, input)
      if (notification_ids) requireChannels(notification_ids)
      write(next, notification_ids)
      return { from, to: view(next) }
    },

    remove(id: string): GroupRow {
      const row = existing(id)
      if (id === allChannels) throw badRequest('alerts.ALL_CHANNELS_STAYS')
      rules.clearGroup(id)
      onDelete(id)
      store.remove(id)
      return row
    },
  }
}
export type Groups = ReturnType<typeof makeGroups>
