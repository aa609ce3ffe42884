import { type Clock, conflict, type Database, toSeconds } from '@svc/plugin-sdk'
import { lifetimeSeconds } from '../envelope/envelope.ts'
import type { Dispatcher } from '../outbox/dispatcher.ts'
import type { OutboxRow, OutboxStore } from '../outbox/outbox-store.ts'
import { encryptFor } from '../phones/phone-sender.ts'
import type { Caller, Phones } from '../phones/phones.ts'
import type { PhonesStore } from '../phones/phones-store.ts'
import type { TestReceipt } from '../phones/push-schema.ts'

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Database, 'transaction'>
  readonly store: OutboxStore
  readonly phonesStore: Pick<PhonesStore, 'get'>
  readonly phones: Pick<Phones, 'open'>
  readonly dispatcher: Pick<Dispatcher, 'wake'>
}

const receiptOf = ({ event_id, outcome, attempts, reason }: OutboxRow): TestReceipt => ({
  event_id,
  outcome: outcome === 'pending' && attempts > 0 ? 'retryable' : outcome,
  reason,
  presentation: 'unobserved',
})

/** Test notifications of phones, under an id that the phone chooses. */
export function makeTestNotifications({ clock, db, store, phonesStore, phones, dispatcher }: Dependencies) {
  function receipt({ session }: Caller, eventId: string): TestReceipt | undefined {
    const row = store.get(eventId, session.installationId)
    return row?.category === 'test' && row.user_id === session.userId ? receiptOf(row) : undefined
  }
  return {
    receipt,
    send(caller: Caller, eventId: string): TestReceipt {
      const { session, user } = caller
      const row = phonesStore.get(session.installationId)
      const phone = row && phones.open(row)
      if (!phone) throw conflict('relay.TEST_UNAVAILABLE')
      const createdAt = toSeconds(clock.now())
      const expiresAt = createdAt + lifetimeSeconds
      db.transaction(() => {
        store.insert({
          event_id: eventId,
          target_kind: 'phone',
          target_id: session.installationId,
          user_id: user.id,
          session_id: row.session_id,
          revision: row.revision,
          role: user.role,
          category: 'test',
          created_at: createdAt,
          expires_at: expiresAt,
          ciphertext: encryptFor(phone, { kind: 'test' }, { eventId, createdAt, expiresAt }),
          next_attempt_ms: clock.now(),
        })
        dispatcher.wake()
      })
      const queued = receipt(caller, eventId)
      if (!queued) throw conflict('relay.EVENT_ID_TAKEN')
      return queued
    },
  }
}
export type TestNotifications = ReturnType<typeof makeTestNotifications>
