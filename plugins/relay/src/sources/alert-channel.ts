import { type ChannelType, DeliveryError, type OutgoingNotice } from '@svc/plugin-alerts/contract'
import { type Clock, type Database, invalid, text, toSeconds } from '@svc/plugin-sdk'
import type { PushEvents } from '../events/push-events.ts'
import { type AlertContent, eventIdOf, type PhoneContent, shortName } from '../push-event.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Database, 'transaction'>
  readonly events: Pick<PushEvents, 'add'>
  /** whether anybody can be notified at all */
  hasTargets(): boolean
}

const maxUsers = 500

function readUserIds(value: unknown): readonly string[] {
  if (value === undefined || value === null) return []
  const isList = Array.isArray(value) && value.length <= maxUsers
  if (!isList || !value.every((one) => typeof one === 'string' && one.length > 0 && one.length <= 64)) {
    throw invalid('config_json.user_ids', 'relay.USER_IDS', { max: maxUsers })
  }
  return [...new Set(value as string[])]
}

/** A message about several alerts has no rule and server of its own: its title stands for them. */
function alertOf({ title, event, variables, thread }: OutgoingNotice): AlertContent {
  const { rule_id = '', server_id = '', rule_name = '', server_name = '', source = '', group_id = '' } = variables
  const status = event === 'triggered' ? 'firing' : 'resolved'
  if (server_id !== '') {
    return {
      alert_key: source === '' ? `${rule_id}:${server_id}` : `${rule_id}:${server_id}:${source}`,
      status,
      rule_name: shortName(rule_name),
      server_name: shortName(server_name),
    }
  }
  return {
    alert_key: `group:${thread?.id ?? group_id}`,
    status,
    rule_name: shortName(title.replace(/^\[svc\] /, '')),
    server_name: shortName(server_name),
  }
}

/** The channel type `push`: alerts for phones and browsers, grouped like all others. */
export const makeAlertChannel = ({ clock, db, events, hasTargets }: Dependencies): ChannelType => ({
  type: 'push',
  name: text('relay.CHANNEL'),
  secrets: [],
  parse: ({ user_ids }) => ({ user_ids: readUserIds(user_ids) }),
  async deliver(config, notice) {
    const userIds = readUserIds(config.user_ids)
    if (!hasTargets()) throw new DeliveryError(text('relay.NOBODY'), true)
    const alert = alertOf(notice)
    const phone: PhoneContent = notice.event === 'test' ? { kind: 'test' } : { kind: 'alert', alert }
    db.transaction(() =>
      events.add({
        // The same in every attempt, for the same people.
        id: eventIdOf('alert', notice.id, ...userIds),
        category: 'alerts',
        createdAt: toSeconds(clock.now()),
        userIds: userIds.length > 0 ? userIds : undefined,
        serverIds: notice.serverIds,
        phone,
        browser: {
          title: notice.title.replace(/^\[svc\] /, ''),
          text: notice.text,
          path: '/alerts',
          tag: notice.thread?.id ?? alert.alert_key,
        },
      }),
    )
  },
})
