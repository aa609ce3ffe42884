import { setMaxListeners } from 'node:events'
import { type Clock, type Core, type Logger, text, toSeconds } from '@svc/plugin-sdk'
import { DeliveryError } from '../../contract.ts'
import type { StoredConfigs } from '../channels/channel-configs.ts'
import type { ChannelsStore } from '../channels/channels-store.ts'
import type { Deliver } from '../deliver.ts'
import type { DeliveriesStore, DeliveryRow } from './deliveries-store.ts'
import type { QueuedNotice } from './enqueue.ts'
import type { ReceiptsStore } from './receipts-store.ts'

const minute = 60_000

/** Milliseconds between attempts; after the last one the delivery has failed. */
const delays = [30_000, 2 * minute, 10 * minute, 30 * minute]

/** Caps `Retry-After`, so that a receiver cannot block a channel forever. */
const maxDelay = Math.max(...delays, 60 * minute)

/** Whether an attempt is due. A time beyond the longest delay was set before the clock was set back. */
const isDue = (nextAttempt: number, now: number): boolean => nextAttempt <= now || nextAttempt > now + maxDelay

/**
 * Milliseconds to wait after failed attempt number `attempts` (from 1); undefined after the last one. `retryAfter` in
 * seconds can only extend the delay, because there are few attempts.
 */
function retryDelay(attempts: number, retryAfter?: number): number | undefined {
  const delay = delays[attempts - 1]
  const requested = typeof retryAfter === 'number' && retryAfter > 0 ? Math.ceil(retryAfter * 1000) : 0
  return delay === undefined ? undefined : Math.min(Math.max(delay, requested), maxDelay)
}

interface Dependencies {
  readonly clock: Clock
  readonly log: Logger
  readonly channels: ChannelsStore
  readonly configs: StoredConfigs
  readonly deliveries: DeliveriesStore
  readonly receipts: ReceiptsStore
  readonly deliver: Deliver
  readonly text: Core['text']
}

/** Failures without an attempt. */
export const channelDeleted = text('alerts.CHANNEL_DELETED')
export const channelDisabled = text('alerts.CHANNEL_DISABLED')

const maxConcurrentChannels = 16

/**
 * Sends queued deliveries. Each channel has its own worker, which sends one at a time and in order, so that a slow channel
 * does not delay others. A delivery interrupted by a crash is still queued and is sent again: at least once.
 */
export function makeSender({
  clock,
  log,
  channels,
  configs,
  deliveries,
  receipts,
  deliver,
  text: sentenceOf,
}: Dependencies) {
  const workers = new Map<string, Promise<void>>()
  const stop = new AbortController()
  setMaxListeners(maxConcurrentChannels, stop.signal)
  let cancelWake = () => {}

  /** Reads the channel for each attempt, so that a fixed configuration takes effect. */
  async function attempt({ channel_id, notice_json }: DeliveryRow): Promise<void> {
    const channel = channels.get(channel_id)
    if (!channel) throw new DeliveryError(channelDeleted, true)
    if (!channel.enabled) throw new DeliveryError(channelDisabled, true)
    const type = configs.typeOf(channel.notify_type)
    if (!type) throw new DeliveryError(text('alerts.TYPE_NOT_RUNNING', { type: channel.notify_type }), false)
    const problem = type.problem?.()
    if (problem) throw new DeliveryError(problem, false)
    const config = configs.read(channel)
    if (!config) throw new DeliveryError(text('alerts.CHANNEL_SECRETS_UNREADABLE'), false)
    const notice = JSON.parse(notice_json) as QueuedNotice
    const thread = notice.thread
    const receipt = thread && receipts.get(channel_id, thread.id)
    const sent = receipt ? { ...notice, thread: { ...thread, receipt } } : notice
    const received = await deliver(type, config, sent, stop.signal)
    if (thread && received) receipts.add(channel_id, thread.id, received, toSeconds(clock.now()))
  }

  function recordFailure(row: DeliveryRow, { text: reason, permanent, retryAfter }: DeliveryError): void {
    // A shutdown is not a failure of the channel.
    if (stop.signal.aborted) {
      deliveries.settle(row)
      return
    }
    const attempts = row.attempts + 1
    const delay = permanent ? undefined : retryDelay(attempts, retryAfter)
    const fields = { channel_id: row.channel_id, delivery_id: row.id, attempts }
    log.warn(fields, `notification not delivered: ${sentenceOf(reason)}`)
    deliveries.settle({
      id: row.id,
      attempts,
      error_json: JSON.stringify(reason),
      ...(delay === undefined
        ? { state: 'failed', next_attempt_ms: null, finished_at: toSeconds(clock.now()) }
        : { state: 'waiting', next_attempt_ms: clock.now() + delay, finished_at: null }),
    })
  }

  async function runWorker(channelId: string): Promise<void> {
    for (;;) {
      const row = stop.signal.aborted ? undefined : deliveries.next(channelId)
      if (!row || !isDue(row.next_attempt_ms ?? 0, clock.now())) return
      deliveries.begin(row.id)
      try {
        await attempt(row)
        deliveries.settle({
          id: row.id,
          attempts: row.attempts + 1,
          state: 'sent',
          error_json: null,
          next_attempt_ms: null,
          finished_at: toSeconds(clock.now()),
        })
      } catch (error) {
        recordFailure(
          row,
          error instanceof DeliveryError ? error : new DeliveryError(text('alerts.CHANNEL_UNREADABLE'), false),
        )
      }
    }
  }

  function startWorker(channelId: string): void {
    if (workers.has(channelId) || workers.size >= maxConcurrentChannels || stop.signal.aborted) return
    const worker = runWorker(channelId)
      .catch((error: unknown) => log.error({ err: error, channel_id: channelId }, 'sending notifications failed'))
      .finally(() => {
        workers.delete(channelId)
        // Another channel may have been waiting for a free worker.
        if (workers.size === maxConcurrentChannels - 1) pump()
      })
    workers.set(channelId, worker)
  }

  /** Starts a worker for every channel with a due delivery. */
  function pump(): void {
    if (stop.signal.aborted) return
    for (const channelId of deliveries.channelsWithWaiting()) {
      const row = workers.has(channelId) ? undefined : deliveries.next(channelId)
      if (row && isDue(row.next_attempt_ms ?? 0, clock.now())) startWorker(channelId)
    }
  }

  return {
    pump,
    /** Sends as soon as the current transaction is committed. */
    wake() {
      cancelWake()
      cancelWake = clock.after(0, pump)
    },
    /** Aborts running deliveries; they are sent again after the next start. */
    async close() {
      cancelWake()
      stop.abort()
      await Promise.all(workers.values())
    },
  }
}
export type Sender = ReturnType<typeof makeSender>
