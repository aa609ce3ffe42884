import { DeliveryError, type Mailer } from '@svc/plugin-alerts/contract'
import { type Clock, CodedError, type CodedText, type Core, isCodedText, text } from '@svc/plugin-sdk'
import type { Outbound } from '@svc/plugin-system/contract'
import type { Page } from '../page/page.ts'
import { emailOf, type Frame, webhookBody } from './notice.ts'
import type { QueuedMessage, SubscriberRow, SubscribersStore } from './subscribers-store.ts'

const minute = 60_000
/** Milliseconds between attempts; after the last one the message is dropped. */
const delays = [minute, 5 * minute, 30 * minute, 2 * 60 * minute]
const maxConcurrent = 8
const timeoutMs = 10_000

interface Dependencies {
  readonly clock: Clock
  readonly log: Core['log']
  readonly text: Core['text']
  readonly outbound: Pick<Outbound, 'request'>
  readonly mailer: Mailer | undefined
  readonly page: Pick<Page, 'get'>
  readonly store: SubscribersStore
}

/** Sends queued messages: in order for each subscriber, at least once. */
export function makeSender({ clock, log, text: render, outbound, mailer, page, store }: Dependencies) {
  const stop = new AbortController()
  const sending = new Map<string, Promise<void>>()
  let cancelWake = () => {}

  async function deliver(subscriber: SubscriberRow, { id, notice }: QueuedMessage, signal: AbortSignal): Promise<void> {
    const { title, public_url, mail_from } = page.get()
    if (public_url === null) throw new DeliveryError(text('status.NO_PUBLIC_URL'), false)
    const frame: Frame = {
      pageTitle: title,
      origin: public_url,
      token: subscriber.token,
      language: subscriber.language,
    }
    const inLanguage = (one: CodedText) => render(one, subscriber.language)
    if (subscriber.type === 'webhook') {
      const { status } = await outbound.request(subscriber.target, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: webhookBody(id, notice, frame, inLanguage),
        signal,
        timeoutMs,
        maxBytes: 4096,
        cut: true,
      })
      if (status < 200 || status > 299)
        throw new DeliveryError(text('status.WEBHOOK_STATUS', { status }), status === 410)
      return
    }
    if (!mailer || mail_from === null) throw new DeliveryError(text('status.NO_SENDER'), false)
    await mailer.send(emailOf(notice, frame, { id, from: mail_from, to: subscriber.target }, inLanguage), signal)
  }

  async function attempt(message: QueuedMessage): Promise<void> {
    const subscriber = store.get(message.subscriber)
    if (!subscriber) return
    const timeout = new AbortController()
    const cancel = clock.after(timeoutMs, () => timeout.abort())
    try {
      await deliver(subscriber, message, AbortSignal.any([stop.signal, timeout.signal]))
      store.done(message.id)
      store.setError(subscriber.id, null)
    } catch (error) {
      // A shutdown is not a failure.
      if (stop.signal.aborted) return
      const { text: reason, permanent = false } = (error ?? {}) as { text?: unknown; permanent?: boolean }
      const shown = isCodedText(reason) && error instanceof CodedError ? reason : text('status.DELIVERY_FAILED')
      const attempts = message.attempts + 1
      const delay = permanent ? undefined : delays[attempts - 1]
      log.warn({ subscriber_id: subscriber.id, attempts }, `message to a subscriber not delivered: ${render(shown)}`)
      store.setError(subscriber.id, JSON.stringify(shown))
      if (delay === undefined) store.done(message.id)
      else store.retry(message.id, attempts, clock.now() + delay)
    } finally {
      cancel()
    }
  }

  function pump(): void {
    if (stop.signal.aborted) return
    store.clampTimes(clock.now() + Math.max(...delays))
    for (const message of store.due(clock.now(), maxConcurrent * 2)) {
      if (sending.size >= maxConcurrent) return
      if (sending.has(message.subscriber)) continue
      const work = attempt(message)
        .catch((error: unknown) => log.error({ err: error }, 'sending to subscribers failed'))
        .finally(() => {
          sending.delete(message.subscriber)
          pump()
        })
      sending.set(message.subscriber, work)
    }
  }

  return {
    pump,
    /** Sends soon. */
    wake() {
      cancelWake()
      cancelWake = clock.after(0, pump)
    },
    async close() {
      cancelWake()
      stop.abort()
      await Promise.all(sending.values())
    },
  }
}
