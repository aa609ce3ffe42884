import { createHash, randomUUID } from 'node:crypto'
import type { User, Users } from '@svc/plugin-auth/contract'
import {
  type Clock,
  type Core,
  type Database,
  invalid,
  isCodedText,
  type Logger,
  notFound,
  type Principal,
  type Revocation,
  toSeconds,
  toTimestamp,
} from '@svc/plugin-sdk'
import { type Outbound, type OutboundAnswer, OutboundError, type Secrets } from '@svc/plugin-system/contract'
import { isAllowed } from '../category.ts'
import type { Sender } from '../outbox/dispatcher.ts'
import type { OutboxRow } from '../outbox/outbox-store.ts'
import type { Verdict } from '../outbox/reason.ts'
import type { BrowserContent } from '../push-event.ts'
import type { BrowserRow, BrowsersStore } from './browsers-store.ts'
import type { PreferencesOf } from './preferences.ts'
import type { Browser, Subscription, SubscriptionInput } from './subscription-schema.ts'
import type { Vapid } from './vapid.ts'

const maxPerUser = 20
const deadlineMs = 15_000
const maxRetryAfter = 1800
/** characters; what is left has room in a message */
const maxText = 800

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Database, 'transaction'>
  readonly log: Logger
  readonly text: Core['text']
  readonly secrets: Secrets
  readonly outbound: Outbound
  readonly users: Pick<Users, 'get'>
  readonly store: BrowsersStore
  readonly vapid: Vapid
  readonly preferencesOf: PreferencesOf
}

const purpose = (id: string) => `relay.browser:${id}`
const hashEndpoint = (endpoint: string) => createHash('sha256').update(endpoint).digest('base64url')

/** What the response of a push service means. */
function judgePushService({ status, headers }: Pick<OutboundAnswer, 'status' | 'headers'>): Verdict {
  if (status >= 200 && status <= 299) return { outcome: 'accepted', reason: 'Accepted' }
  if (status === 404 || status === 410) return { outcome: 'permanent', reason: 'Unregistered', isGone: true }
  const { 'retry-after': value } = headers
  const seconds =
    typeof value === 'string' && /^\d{1,9}$/.test(value) ? Math.min(Number(value), maxRetryAfter) : undefined
  if (status === 429) return { outcome: 'retryable', reason: 'RateLimited', retryAfter: seconds }
  if (status >= 500) return { outcome: 'retryable', reason: 'ProviderUnavailable', retryAfter: seconds }
  return { outcome: 'permanent', reason: 'ProviderConfigurationOrPayload' }
}

/** The browsers in which users switched notifications on. */
export function makeBrowsers(deps: Dependencies) {
  const { clock, db, log, secrets, outbound, users, store, vapid, preferencesOf } = deps

  function open({ id, subscription_sealed }: BrowserRow): Subscription | undefined {
    const text = secrets.open(purpose(id), subscription_sealed)
    return text === undefined ? undefined : (JSON.parse(text) as Subscription)
  }

  async function encrypt(subscription: Subscription, content: object): Promise<Buffer> {
    const { encryptNotification } = await import('./web-push.ts')
    const plaintext = new TextEncoder().encode(JSON.stringify(content))
    // Filled up to the longest message, so that its length tells nothing.
    return Buffer.from(await encryptNotification({ ...subscription, expirationTime: null }, plaintext))
  }

  async function send(row: OutboxRow, subscription: Subscription, signal: AbortSignal): Promise<Verdict> {
    try {
      const answer = await outbound.request(subscription.endpoint, {
        method: 'POST',
        headers: {
          authorization: await vapid.authorization(subscription),
          'content-encoding': 'aes128gcm',
          'content-type': 'application/octet-stream',
          ttl: String(Math.max(row.expires_at - toSeconds(clock.now()), 0)),
          urgency: row.category === 'alerts' || row.category === 'security' ? 'high' : 'normal',
        },
        body: row.ciphertext ?? Buffer.alloc(0),
        timeoutMs: deadlineMs,
        maxBytes: 4096,
        cut: true,
        signal,
      })
      return judgePushService(answer)
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      return error.kind === 'refused'
        ? { outcome: 'permanent', reason: 'ProviderConfigurationOrPayload' }
        : { outcome: 'retryable', reason: 'NetworkUnavailable' }
    }
  }

  const isRevoked = (row: BrowserRow, user: User | undefined) =>
    !user || row.credentials_version < user.credentialsVersion

  const sender: Sender = {
    targetOf(row) {
      const browser = store.get(row.target_id)
      const user = users.get(row.user_id)
      if (browser?.revision !== row.revision || browser.user_id !== row.user_id) return undefined
      if (isRevoked(browser, user) || user?.role !== row.role || user.flagged) return undefined
      const { category } = row
      if (category !== 'test') {
        const isWanted = isAllowed(category, user.role) && preferencesOf(user).categories.includes(category)
        if (!isWanted) return undefined
      }
      const subscription = open(browser)
      return subscription && ((signal) => send(row, subscription, signal))
    },
    invalidate: ({ target_id, revision }) => store.removeRevision(target_id, revision),
  }

  const view = ({ id, name, created_at, endpoint_hash }: BrowserRow): Browser => ({
    id,
    name,
    created_at: toTimestamp(created_at),
    endpoint_hash,
  })

  return {
    sender,
    after: store.after,
    get: (userId: string, id: string): BrowserRow => {
      const row = store.get(id)
      if (row?.user_id !== userId) throw notFound('relay.UNKNOWN_BROWSER')
      return row
    },
    list: (userId: string): Browser[] => store.ofUser(userId).map(view),

    /** Throws 422 for keys that nothing can be encrypted for. */
    async check(subscription: Subscription): Promise<void> {
      await encrypt(subscription, {}).catch(() => {
        throw invalid('keys.p256dh', 'relay.SUBSCRIPTION_KEY')
      })
    },

    /** Subscribes a browser for the caller; until then it may have been someone else's. Call it in a transaction. */
    subscribe(
      { userId, credentialId }: Principal,
      input: SubscriptionInput,
    ): { readonly browser: Browser; readonly isNew: boolean } {
      const user = users.get(userId) as User
      const { name, language, endpoint, keys, origin } = input
      const hash = hashEndpoint(endpoint)
      const earlier = store.byEndpoint(hash)
      const isNew = earlier?.user_id !== userId
      if (earlier && isNew) store.remove(earlier.id)
      const id = earlier && !isNew ? earlier.id : randomUUID()
      const row: BrowserRow = {
        id,
        user_id: userId,
        session_id: credentialId,
        credentials_version: user.credentialsVersion,
        revision: (earlier?.revision ?? 0) + 1,
        endpoint_hash: hash,
        subscription_sealed: secrets.seal(purpose(id), JSON.stringify({ endpoint, keys, origin })),
        name,
        language,
        created_at: earlier && !isNew ? earlier.created_at : toSeconds(clock.now()),
      }
      store.put(row)
      for (const old of store.ofUser(userId).slice(maxPerUser)) store.remove(old.id)
      return { browser: view(row), isNew }
    },

    remove: (id: string) => void store.remove(id),

    /** The ciphertext for one browser; undefined if it cannot be encrypted for it. */
    async encryptFor(row: BrowserRow, { title, text, path, tag }: BrowserContent): Promise<Buffer | undefined> {
      const subscription = open(row)
      if (!subscription) return undefined
      const sentence = (one: BrowserContent['text']) =>
        (isCodedText(one) ? deps.text(one, row.language) : one).slice(0, maxText)
      try {
        return await encrypt(subscription, { title: sentence(title), text: sentence(text), path, tag })
      } catch (err) {
        log.error({ err, browser_id: row.id }, 'encrypting for a browser failed')
        return undefined
      }
    },

    /**
     * A session ended, or all of an account did. One that expired or was replaced leaves its browser subscribed, without a
     * session until it is used again: a sign-out ends those as well, because it may have been theirs.
     */
    revoked({ userId, credentialId, except, cause }: Revocation): void {
      if (cause !== undefined) {
        if (credentialId !== undefined) store.detachSession(userId, credentialId)
        return
      }
      const user = users.get(userId)
      db.transaction(() => {
        if (credentialId !== undefined) store.removeSession(userId, credentialId)
        for (const row of store.ofUser(userId)) {
          if (!isRevoked(row, user)) continue
          if (user && row.session_id === except) store.setVersion(row.id, user.credentialsVersion)
          else store.remove(row.id)
        }
        if (!user) store.removePreferences(userId)
      })
    },

    /** What was revoked while this plugin was off. */
    removeRevoked(): void {
      for (const userId of store.userIds()) {
        const user = users.get(userId)
        db.transaction(() => {
          for (const row of store.ofUser(userId)) if (isRevoked(row, user)) store.remove(row.id)
          if (!user) store.removePreferences(userId)
        })
      }
    },
  }
}
export type Browsers = ReturnType<typeof makeBrowsers>
