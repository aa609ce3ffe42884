import type { Users } from '@svc/plugin-auth/contract'
import type { MobileSessions } from '@svc/plugin-mobile/contract'
import { isAllowed, readCategories } from '../category.ts'
import { type Envelope, encrypt, identityOf } from '../envelope/envelope.ts'
import type { Sender } from '../outbox/dispatcher.ts'
import type { OutboxRow } from '../outbox/outbox-store.ts'
import type { RelayClient } from '../outbox/relay-client.ts'
import type { PhoneContent } from '../push-event.ts'
import type { Phones, RegisteredPhone } from './phones.ts'
import type { PhonesStore } from './phones-store.ts'

interface Event {
  readonly eventId: string
  /** epoch seconds */
  readonly createdAt: number
  readonly expiresAt: number
}

/** The ciphertext of a notification for one phone. */
export function encryptFor(
  phone: RegisteredPhone,
  content: PhoneContent,
  { eventId, createdAt, expiresAt }: Event,
): Buffer {
  const { keyId, key, deploymentId } = phone
  const { user_id, installation_id } = phone.row
  const identity = identityOf({ deploymentId, userId: user_id, installationId: installation_id })
  const { kind, ...details } = content
  const plaintext = {
    kind,
    deployment_id: deploymentId,
    user_id,
    installation_id,
    event_id: eventId,
    created_at: createdAt,
    expires_at: expiresAt,
    ...details,
  }
  return Buffer.from(JSON.stringify(encrypt(plaintext, key, { keyId, identity, eventId, expiresAt })))
}

interface Dependencies {
  readonly phones: Pick<Phones, 'open' | 'invalidate'>
  readonly store: Pick<PhonesStore, 'get'>
  readonly users: Pick<Users, 'get'>
  readonly sessions: MobileSessions
  readonly relay: RelayClient | undefined
}

/** Whether a row may still be sent to a registration, which may have changed since it was queued. */
export function makePhoneSender({ phones, store, users, sessions, relay }: Dependencies): Sender {
  function eligible(row: OutboxRow): RegisteredPhone | undefined {
    const registration = store.get(row.target_id)
    if (registration?.enabled !== 1 || registration.revision !== row.revision) return undefined
    if (registration.user_id !== row.user_id || registration.session_id !== row.session_id) return undefined
    const session = sessions.find(row.session_id)
    const user = users.get(row.user_id)
    if (session?.userId !== row.user_id || user?.role !== row.role || user.flagged) return undefined
    const { category } = row
    const isWanted =
      category === 'test' ||
      (readCategories(registration.categories).includes(category) && isAllowed(category, user.role))
    return isWanted ? phones.open(registration) : undefined
  }

  return {
    targetOf(row) {
      const phone = relay && eligible(row)
      if (!phone || row.ciphertext === null) return undefined
      const envelope = JSON.parse(row.ciphertext.toString()) as Envelope
      const { token: device_token, environment } = phone
      const { event_id, expires_at } = row
      return (signal) => relay.send({ device_token, environment, event_id, expires_at, envelope }, signal)
    },
    invalidate: ({ target_id, revision }) => phones.invalidate(target_id, revision),
  }
}
