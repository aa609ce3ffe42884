import { setMaxListeners } from 'node:events'
import { type Clock, type Logger, toSeconds } from '@svc/plugin-sdk'
import { DeliveryError } from '../../contract.ts'
import type { ChannelsStore } from '../channels/channels-store.ts'
import type { StoredConfigs } from '../channels/stored-config.ts'
import type { Deliver } from '../deliver.ts'
import type { QueuedNotice } from '../merge.ts'
import { isDue, pauseAfter } from './attempt-schedule.ts'
import type { DeliveriesStore, DeliveryRow } from './deliveries-store.ts'
import { channelDeleted, channelDisabled, unknownType, unreadable, unreadableSecrets } from './undeliverable.ts'

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly channels: ChannelsStore
  readonly configs: StoredConfigs
  readonly deliveries: DeliveriesStore
  readonly deliver: Deliver
}

/** Channels that are written to at the same time. */
const mostLanes = 16

/**
 * Sends what waits. Each channel has a lane: its deliveries go one at a time and in order, and a slow one holds up
 * nobody else. What ran when the program died still waits and is sent again: everything arrives at least once.
 */
export function makeSender({ clock, log, channels, configs, deliveries, deliver }: Dependencies) {
  const lanes = new Map<string, Promise<void>>()
  const stop = new AbortController()
  // every lane listens to it
  setMaxListeners(mostLanes, stop.signal)
  let cancelWaking = () => {}

  /** The channel is read now and not when the notice came: what was repaired meanwhile counts. */
  async function attempt({ channel_id, notice_json }: DeliveryRow): Promise<void> {
    const channel = channels.get(channel_id)
    if (!channel) throw new DeliveryError(channelDeleted, true)
    if (!channel.enabled) throw new DeliveryError(channelDisabled, true)
    const type = configs.typeOf(channel.notify_type)
    if (!type) throw new DeliveryError(unknownType(channel.notify_type), false)
    const problem = type.problem?.()
    if (problem) throw new DeliveryError(problem, false)
    const config = configs.read(channel)
    if (!config) throw new DeliveryError(unreadableSecrets, false)
    await deliver(type, config, JSON.parse(notice_json) as QueuedNotice, stop.signal)
  }

  function failed(row: DeliveryRow, { message, zh, permanent, retryAfter }: DeliveryError): void {
    const attempts = row.attempts + 1
    // the end of the program is no failure of the channel
    if (stop.signal.aborted) {
      deliveries.settle(row)
      return
    }
    const pause = permanent ? undefined : pauseAfter(attempts, retryAfter)
    const fields = { channel_id: row.channel_id, delivery_id: row.id, attempts }
    log.warn(fields, `a notification was not delivered: ${message}`)
    deliveries.settle({
      id: row.id,
      attempts,
      error: message,
      error_zh: zh ?? null,
      ...(pause === undefined
        ? { state: 'failed', next_attempt_ms: null, finished_at: toSeconds(clock.now()) }
        : { state: 'waiting', next_attempt_ms: clock.now() + pause, finished_at: null }),
    })
  }

  async function runLane(channelId: string): Promise<void> {
    for (;;) {
      const row = stop.signal.aborted ? undefined : deliveries.next(channelId)
      if (!row || !isDue(row.next_attempt_ms ?? 0, clock.now())) return
      deliveries.begin(row.id)
      try {
        await attempt(row)
        const finished_at = toSeconds(clock.now())
        const sent = { state: 'sent', error: null, error_zh: null, next_attempt_ms: null, finished_at } as const
        deliveries.settle({ ...sent, id: row.id, attempts: row.attempts + 1 })
      } catch (error) {
        failed(row, error instanceof DeliveryError ? error : new DeliveryError(unreadable, false))
      }
    }
  }

  function open(channelId: string): void {
    if (lanes.has(channelId) || lanes.size >= mostLanes || stop.signal.aborted) return
    const lane = runLane(channelId)
      .catch((error: unknown) => log.error({ err: error, channel_id: channelId }, 'sending notifications failed'))
      .finally(() => {
        lanes.delete(channelId)
        // there may have been no lane for somebody
        if (lanes.size === mostLanes - 1) pump()
      })
    lanes.set(channelId, lane)
  }

  /** Opens a lane for every channel that has something to send now. */
  function pump(): void {
    if (stop.signal.aborted) return
    for (const channelId of deliveries.channelsWithWaiting()) {
      const row = lanes.has(channelId) ? undefined : deliveries.next(channelId)
      if (row && isDue(row.next_attempt_ms ?? 0, clock.now())) open(channelId)
    }
  }

  return {
    pump,
    /** Sends soon, once the transaction that runs now is committed. */
    wake() {
      cancelWaking()
      cancelWaking = clock.after(0, pump)
    },
    /** Stops what runs; it is sent again after the next start. */
    async close() {
      cancelWaking()
      stop.abort()
      await Promise.all(lanes.values())
    },
  }
}
export type Sender = ReturnType<typeof makeSender>
