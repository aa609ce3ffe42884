import { type Clock, type CodedText, type Core, text, toSeconds } from '@svc/plugin-sdk'
import type { OutgoingNotice } from '../../contract.ts'
import type { ChannelRow } from '../channels/channels-store.ts'
import type { DeliveriesStore } from './deliveries-store.ts'

/** Beyond this many queued notifications of a channel, new ones are merged into the last. */
const maxQueued = 20
const maxListed = 20

/** A queued notification, possibly merged from several. */
export interface QueuedNotice extends OutgoingNotice {
  /** titles of the first ones, when merged */
  readonly listed?: readonly string[]
}

/** Merges a notification into a queued one that already combines `count`. */
function mergeNotices(
  queued: QueuedNotice,
  count: number,
  next: OutgoingNotice,
  render: (text: CodedText) => string,
): QueuedNotice {
  const titles = queued.listed ?? [queued.title]
  const listed = titles.length < maxListed ? [...titles, next.title] : titles
  const unlisted = count + 1 - listed.length
  const title = render(text('alerts.MERGED', { value: count + 1 }))
  const message = [...listed, ...(unlisted > 0 ? [render(text('alerts.MERGED_MORE', { value: unlisted }))] : [])].join(
    '\n',
  )
  // One firing alert makes the whole notification `triggered`.
  const event = queued.event === 'triggered' ? queued.event : next.event
  const { time = '' } = next.variables
  return {
    id: queued.id,
    event,
    title: `[svc] ${title}`,
    text: `${message}\n${time}`,
    variables: {
      server_name: title,
      server_id: '',
      rule_id: '',
      rule_name: '',
      cpu: '',
      memory: '',
      severity: '',
      group_id: '',
      count: String(count + 1),
      event,
      message,
      time,
    },
    serverIds: [...new Set([...queued.serverIds, ...next.serverIds])],
    listed,
  }
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly deliveries: DeliveriesStore
  readonly language: string
  readonly text: Core['text']
}

/** Replaces a message of the same thread that was not attempted yet. Returns whether there was one. */
function replaceQueued(deliveries: DeliveriesStore, channelId: string, update: OutgoingNotice): boolean {
  const row = deliveries.newestWaiting(channelId)
  if (row?.attempts !== 0 || row.notices !== 1) return false
  const { id, thread } = JSON.parse(row.notice_json) as QueuedNotice
  if (thread?.id !== update.thread?.id || (thread?.kind !== 'opening' && thread?.kind !== 'update')) return false
  const { event, title } = update
  deliveries.rewrite({ id: row.id, event, title, notice_json: JSON.stringify({ ...update, id, thread }), notices: 1 })
  return true
}

/** Queues a notification for a channel, in the caller's transaction. */
export const makeEnqueue =
  ({ clock, deliveries, language, text: render }: Dependencies) =>
  (channel: Pick<ChannelRow, 'id' | 'name'>, notice: OutgoingNotice): void => {
    if (notice.thread?.kind === 'update' && replaceQueued(deliveries, channel.id, notice)) return
    const last = deliveries.countWaiting(channel.id) >= maxQueued ? deliveries.newestWaiting(channel.id) : undefined
    // An attempted delivery may have arrived, so its content must not change.
    if (last?.attempts === 0) {
      const queued = mergeNotices(JSON.parse(last.notice_json) as QueuedNotice, last.notices, notice, (one) =>
        render(one, language),
      )
      const { event, title } = queued
      deliveries.rewrite({ id: last.id, event, title, notice_json: JSON.stringify(queued), notices: last.notices + 1 })
      return
    }
    deliveries.insert({
      channel_id: channel.id,
      channel_name: channel.name,
      event: notice.event,
      title: notice.title,
      notice_json: JSON.stringify(notice),
      notices: 1,
      state: 'waiting',
      attempts: 0,
      error_json: null,
      created_at: toSeconds(clock.now()),
      next_attempt_ms: clock.now(),
      finished_at: null,
    })
  }
