import { randomBytes, randomUUID } from 'node:crypto'
import type { Mailer } from '@svc/plugin-alerts/contract'
import { type Clock, type CodedText, type Core, invalid, notFound, toSeconds, toTimestamp } from '@svc/plugin-sdk'
import type { Page } from '../page/page.ts'
import type { Subscriber, SubscriberType, SubscriptionInput } from '../status-schema.ts'
import type { Notice } from './notice.ts'
import type { SubscriberRow, SubscribersStore } from './subscribers-store.ts'

const maxSubscribers = 10_000
/** An unconfirmed subscription is deleted after this. */
const confirmSeconds = 86_400
/** The same address is asked to confirm at most this often. */
const askAgainSeconds = 3600
/** A subscriber that receives nothing must not fill the disk. */
const maxWaiting = 50

interface Dependencies {
  readonly db: Pick<Core['db'], 'transaction' | 'afterCommit'>
  readonly clock: Pick<Clock, 'now'>
  readonly text: Core['text']
  readonly page: Pick<Page, 'get'>
  readonly mailer: Mailer | undefined
  readonly store: SubscribersStore
  /** Sends what is queued, after the commit. */
  wake(): void
}

/** Subscribes readers, who confirm it by a link that they are sent. */
export function makeSubscriptions({ db, clock, text, page, mailer, store, wake }: Dependencies) {
  const now = () => toSeconds(clock.now())

  const types = (): SubscriberType[] => {
    const { enabled, allow_subscriptions, public_url, mail_from } = page.get()
    if (!enabled || !allow_subscriptions || public_url === null) return []
    return mailer && mail_from !== null && !mailer.problem() ? ['email', 'webhook'] : ['webhook']
  }

  /** The address in the spelling under which it is stored. */
  const readTarget = ({ type, target }: SubscriptionInput): string => {
    const trimmed = target.trim()
    if (type === 'email') {
      if (!mailer?.isAddress(trimmed)) throw invalid('target', 'status.ADDRESS')
      const at = trimmed.lastIndexOf('@')
      return `${trimmed.slice(0, at)}${trimmed.slice(at).toLowerCase()}`
    }
    const url = URL.parse(trimmed)
    const isPlain = url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
    if (!isPlain) throw invalid('target', 'status.WEBHOOK_URL')
    url.hash = ''
    return url.href
  }

  const enqueue = (subscriber: string, notice: Notice) => {
    if (store.waiting(subscriber) >= maxWaiting) return
    const row = { id: randomUUID(), subscriber, notice, attempts: 0 }
    store.queue({ ...row, next_attempt_ms: clock.now(), created_at: now() })
  }

  const byToken = (token: string): SubscriberRow => {
    const subscriber = store.byToken(token)
    if (!subscriber) throw notFound('status.UNKNOWN_SUBSCRIPTION')
    return subscriber
  }

  return {
    types,

    /** Does the same for known, unknown and unwanted addresses, as far as the caller can see. */
    subscribe(input: SubscriptionInput, language: string): void {
      if (!types().includes(input.type)) throw notFound('status.SECTION_DISABLED')
      const target = readTarget(input)
      db.transaction(() => {
        const known = store.byTarget(input.type, target)
        if (known) {
          const wasAsked = Math.abs(now() - known.asked_at) < askAgainSeconds
          if (known.confirmed_at !== null || wasAsked) return
          store.asked(known.id, now(), language)
          enqueue(known.id, { event: 'confirm' })
        } else if (store.count() < maxSubscribers) {
          const id = randomUUID()
          store.insert({
            ...{ id, type: input.type, target, language, token: randomBytes(24).toString('base64url') },
            ...{ created_at: now(), confirmed_at: null, asked_at: now(), error_json: null },
          })
          enqueue(id, { event: 'confirm' })
        }
        db.afterCommit(wake)
      })
    },

    /** Throws 404 for an unknown token. */
    confirm(token: string): SubscriberRow {
      const subscriber = byToken(token)
      if (subscriber.confirmed_at === null) store.confirm(subscriber.id, now())
      return subscriber
    },

    /** Does nothing for an unknown token: it may have been used before. */
    unsubscribe(token: string): void {
      const subscriber = store.byToken(token)
      if (subscriber) store.remove(subscriber.id)
    },

    /** Queues a notice for everyone who confirmed, in one transaction. */
    publish(notice: Notice): void {
      if (types().length === 0) return
      db.transaction(() => {
        for (const id of store.confirmedIds()) enqueue(id, notice)
        db.afterCommit(wake)
      })
    },

    removeUnconfirmed: () => store.removeUnconfirmed(now() - confirmSeconds),

    list: (): Subscriber[] =>
      store.list().map(({ id, type, target, created_at, confirmed_at, error_json }) => {
        const last_error_text = error_json === null ? null : (JSON.parse(error_json) as CodedText)
        return {
          id,
          type,
          target,
          confirmed: confirmed_at !== null,
          created_at: toTimestamp(created_at),
          confirmed_at: confirmed_at === null ? null : toTimestamp(confirmed_at),
          last_error: last_error_text && text(last_error_text),
          last_error_text,
        }
      }),

    remove(id: string): SubscriberRow {
      const subscriber = store.get(id)
      if (!subscriber) throw notFound('status.UNKNOWN_SUBSCRIBER')
      store.remove(id)
      return subscriber
    },
  }
}
export type Subscriptions = ReturnType<typeof makeSubscriptions>
