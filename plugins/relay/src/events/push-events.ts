import { setImmediate } from 'node:timers/promises'
import type { User, Users } from '@svc/plugin-auth/contract'
import type { Servers } from '@svc/plugin-enrollment/contract'
import { type Clock, type Database, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Secrets } from '@svc/plugin-system/contract'
import type { Browsers } from '../browsers/browsers.ts'
import type { PreferencesOf } from '../browsers/preferences.ts'
import { isAllowed, readCategories } from '../category.ts'
import { lifetimeSeconds } from '../envelope/envelope.ts'
import type { Dispatcher } from '../outbox/dispatcher.ts'
import type { NewOutboxRow, OutboxStore } from '../outbox/outbox-store.ts'
import { encryptFor } from '../phones/phone-sender.ts'
import type { Phones } from '../phones/phones.ts'
import type { PhonesStore } from '../phones/phones-store.ts'
import type { PushEvent } from '../push-event.ts'
import type { eventsStore } from './events-store.ts'

/** Recipients that are encrypted for between two turns of the event loop. */
const perTurn = 25

interface Dependencies {
  readonly clock: Clock
  readonly db: Pick<Database, 'transaction' | 'afterCommit'>
  readonly log: Logger
  readonly secrets: Secrets
  readonly store: ReturnType<typeof eventsStore>
  readonly outbox: OutboxStore
  readonly phones: Pick<Phones, 'open'>
  readonly phonesStore: Pick<PhonesStore, 'registered'>
  readonly browsers: Pick<Browsers, 'after' | 'encryptFor'>
  readonly preferencesOf: PreferencesOf
  readonly users: Pick<Users, 'get'>
  readonly servers: Pick<Servers, 'hiddenFrom'>
  readonly dispatcher: Pick<Dispatcher, 'wake'>
  /** a push relay is configured */
  readonly hasRelay: boolean
}

/** Rows of some recipients, and after which of them to go on; undefined at the end. */
interface Rows {
  readonly rows: readonly NewOutboxRow[]
  readonly next: string | undefined
}

const purpose = (eventId: string) => `relay.event:${eventId}`

/**
 * Takes events in the transactions that cause them, and encrypts them afterwards for everyone who is to be told. An event is
 * stored until all of its recipients are in the outbox; after a crash, those that are there are recognized.
 */
export function makePushEvents(deps: Dependencies) {
  const { clock, db, log, secrets, store, outbox, users, servers, preferencesOf, dispatcher } = deps
  let running: Promise<void> | undefined
  let isClosed = false
  let cancelWake = () => {}

  /** The accounts that get an event, by id. */
  function makeRecipientCheck(event: PushEvent) {
    const known = new Map<string, User | undefined>()
    const named = event.userIds && new Set(event.userIds)
    const hidden = new Map([
      ['admin', new Set<string>()] as const,
      ['member', servers.hiddenFrom({ role: 'member' })] as const,
    ])
    const check = (userId: string): User | undefined => {
      const user = users.get(userId)
      if (!user || user.flagged || !isAllowed(event.category, user.role)) return undefined
      if (named && !named.has(userId)) return undefined
      if (event.serverIds.some((id) => hidden.get(user.role)?.has(id))) return undefined
      return preferencesOf(user).isQuiet(clock.now()) ? undefined : user
    }
    return (userId: string) => {
      if (!known.has(userId)) known.set(userId, check(userId))
      return known.get(userId)
    }
  }

  function common({ id, category, createdAt }: PushEvent, { id: user_id, role }: User) {
    const expires_at = createdAt + lifetimeSeconds
    const { now } = clock
    return { event_id: id, category, user_id, role, created_at: createdAt, expires_at, next_attempt_ms: now() }
  }

  /** The rows of some phones; `next` is undefined after the last one. */
  function phoneRows(event: PushEvent, recipient: (userId: string) => User | undefined, after: string): Rows {
    const found = deps.hasRelay ? deps.phonesStore.registered(after, perTurn) : []
    const rows = found.flatMap((row): NewOutboxRow[] => {
      const isWanted = row.enabled === 1 && readCategories(row.categories).includes(event.category)
      const user = isWanted ? recipient(row.user_id) : undefined
      const phone = user && deps.phones.open(row)
      if (!phone) return []
      const { installation_id: target_id, session_id, revision } = row
      const times = { eventId: event.id, createdAt: event.createdAt, expiresAt: event.createdAt + lifetimeSeconds }
      const ciphertext = encryptFor(phone, event.phone, times)
      return [{ ...common(event, user), target_kind: 'phone', target_id, session_id, revision, ciphertext }]
    })
    return { rows, next: found.length === perTurn ? found.at(-1)?.installation_id : undefined }
  }

  async function browserRows(
    event: PushEvent,
    recipient: (userId: string) => User | undefined,
    after: string,
  ): Promise<Rows> {
    const found = deps.browsers.after(after, perTurn)
    const rows: NewOutboxRow[] = []
    for (const browser of found) {
      const user = recipient(browser.user_id)
      if (!user || !preferencesOf(user).categories.includes(event.category)) continue
      const ciphertext = await deps.browsers.encryptFor(browser, event.browser)
      const { id: target_id, session_id, revision } = browser
      if (ciphertext)
        rows.push({ ...common(event, user), target_kind: 'browser', target_id, session_id, revision, ciphertext })
    }
    return { rows, next: found.length === perTurn ? found.at(-1)?.id : undefined }
  }

  async function fanOut(event: PushEvent): Promise<void> {
    const recipient = makeRecipientCheck(event)
    for (const kind of [phoneRows, browserRows]) {
      for (let after: string | undefined = ''; after !== undefined; ) {
        const { rows, next }: Rows = await kind(event, recipient, after)
        db.transaction(() => {
          for (const row of rows) outbox.insert(row)
          if (rows.length > 0) dispatcher.wake()
        })
        after = next
        await setImmediate()
        if (isClosed) return
      }
    }
    store.remove(event.id)
  }

  async function run(): Promise<void> {
    for (let row = store.oldest(); row && !isClosed; row = store.oldest()) {
      const text = secrets.open(purpose(row.event_id), row.event_sealed)
      const isLate = row.created_at + lifetimeSeconds <= toSeconds(clock.now())
      // Sealed with a key that is gone, or too old to be sent to anyone.
      if (text === undefined || isLate) store.remove(row.event_id)
      else await fanOut(JSON.parse(text) as PushEvent)
    }
  }

  /** Encrypts what waits. What fails is tried again by the job. */
  function flush(): Promise<void> {
    running ??= run()
      .catch((err: unknown) => log.error({ err }, 'encrypting push notifications failed; retrying'))
      .finally(() => {
        running = undefined
      })
    return running
  }

  return {
    flush,
    /** In the transaction of the caller. An event with an id that still waits, or is in the outbox, is told once. */
    add(event: PushEvent): void {
      store.insert({
        event_id: event.id,
        event_sealed: secrets.seal(purpose(event.id), JSON.stringify(event)),
        created_at: event.createdAt,
      })
      db.afterCommit(() => {
        cancelWake()
        cancelWake = clock.after(0, () => void flush())
      })
    },
    async close(): Promise<void> {
      isClosed = true
      cancelWake()
      await running
    },
  }
}
export type PushEvents = ReturnType<typeof makePushEvents>
