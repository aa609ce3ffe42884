import { type Clock, toSeconds } from '@svc/plugin-sdk'
import type { OutgoingNotice } from '../../contract.ts'
import type { ChannelRow } from '../channels/channels-store.ts'
import type { Language } from '../render.ts'
import type { DeliveriesStore } from './deliveries-store.ts'
import { maxQueued, mergeNotices, type QueuedNotice } from './merge-notices.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly deliveries: DeliveriesStore
  readonly language: Language
}

/** Queues a notification for a channel, in the caller's transaction. */
export const makeEnqueue =
  ({ clock, deliveries, language }: Dependencies) =>
  (channel: Pick<ChannelRow, 'id' | 'name'>, notice: OutgoingNotice): void => {
    const last = deliveries.countWaiting(channel.id) >= maxQueued ? deliveries.newestWaiting(channel.id) : undefined
    // An attempted delivery may have arrived, so its content must not change.
    if (last?.attempts === 0) {
      const queued = mergeNotices(JSON.parse(last.notice_json) as QueuedNotice, last.notices, notice, language)
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
      error: null,
      error_zh: null,
      created_at: toSeconds(clock.now()),
      next_attempt_ms: clock.now(),
      finished_at: null,
    })
  }
