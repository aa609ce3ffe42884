import { generateKeyPairSync } from 'node:crypto'
import type { Clock, Database, Logger } from '@svc/plugin-sdk'
import type { Secrets } from '@svc/plugin-system/contract'
import type { BrowsersStore } from './browsers-store.ts'
import type { Subscription } from './subscription-schema.ts'

const purpose = 'relay.vapid'
/** A signature is valid for twelve hours. */
const reuseMs = 6 * 3_600_000
/** Signatures are kept for so many push services; there are four in the world. */
const maxKept = 32

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Database, 'transaction'>
  readonly log: Logger
  readonly secrets: Secrets
  readonly store: BrowsersStore
  /** `mailto:` or `https:`; empty: the address of the subscription */
  readonly contact: string
}

/** Signs this server in at the push services of browsers, with a key that is made at the first use. */
export function makeVapid({ clock, db, log, secrets, store, contact }: Dependencies) {
  const signed = new Map<string, { readonly authorization: string; readonly at: number }>()

  function create() {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { d = '', x = '', y = '' } = privateKey.export({ format: 'jwk' })
    const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')])
    const keys = { publicKey: point.toString('base64url'), privateKey: d }
    db.transaction(() => {
      if (store.vapid()) {
        log.warn('the key for browser notifications cannot be read; they must be turned on again in each browser')
        // Browsers belong to the key that they subscribed with.
        store.removeAll()
      }
      store.putVapid({ public_key: keys.publicKey, private_sealed: secrets.seal(purpose, keys.privateKey) })
    })
    return keys
  }

  function keys() {
    const row = store.vapid()
    const privateKey = row && secrets.open(purpose, row.private_sealed)
    return row && privateKey !== undefined ? { publicKey: row.public_key, privateKey } : create()
  }

  return {
    publicKey: (): string => keys().publicKey,
    /** The header `Authorization` for the push service of a subscription. */
    async authorization(subscription: Subscription): Promise<string> {
      const now = clock.now()
      const subject = contact || subscription.origin
      const key = `${new URL(subscription.endpoint).origin} ${subject}`
      const current = signed.get(key)
      if (current && Math.abs(now - current.at) < reuseMs) return current.authorization
      const { vapidHeaders } = await import('./web-push.ts')
      const { headers } = await vapidHeaders({ ...subscription, expirationTime: null }, { subject, ...keys() })
      if (signed.size >= maxKept) signed.clear()
      signed.set(key, { authorization: headers.authorization, at: now })
      return headers.authorization
    },
  }
}
export type Vapid = ReturnType<typeof makeVapid>
