import type { User, Users } from '@svc/plugin-auth/contract'
import type { MobileSession, MobileSessions } from '@svc/plugin-mobile/contract'
import { badRequest, type Clock, conflict, type Database, forbidden, toSeconds } from '@svc/plugin-sdk'
import type { Secrets } from '@svc/plugin-system/contract'
import {
  type Category,
  categories,
  defaultCategories,
  isAllowed,
  readCategories,
  writeCategories,
} from '../category.ts'
import type { PhoneRow, PhonesStore } from './phones-store.ts'
import type { Preferences, PushSetup } from './push-schema.ts'

/** A phone that asks with its mobile session. */
export interface Caller {
  readonly session: MobileSession
  readonly user: User
}

export interface RegistrationInput {
  readonly expected_revision: number
  readonly device_token: string
  readonly environment: 'sandbox' | 'production'
  readonly content_key_id: string
  readonly content_key: string
  readonly deployment_id: string
}

/** A registration that notifications can be encrypted for. */
export interface RegisteredPhone {
  readonly row: PhoneRow
  readonly token: string
  readonly environment: 'sandbox' | 'production'
  readonly keyId: string
  readonly key: Buffer
  readonly deploymentId: string
}

interface Dependencies {
  readonly clock: Pick<Clock, 'now'>
  readonly db: Pick<Database, 'transaction'>
  readonly secrets: Secrets
  readonly store: PhonesStore
  readonly users: Pick<Users, 'get'>
  readonly sessions: MobileSessions
  /** a push relay is configured */
  readonly hasRelay: boolean
  /** commands can be run */
  hasTasks(): boolean
}

const unregistered = { token_sealed: null, environment: null, key_id: null, key_sealed: null, deployment_id: null }

const tokenPurpose = (installationId: string) => `relay.token:${installationId}`
const keyPurpose = (installationId: string) => `relay.key:${installationId}`

/** The registrations of phones. Each change raises the revision, so that a stale phone changes nothing. */
export function makePhones({ clock, db, secrets, store, users, sessions, hasRelay, hasTasks }: Dependencies) {
  const now = () => toSeconds(clock.now())

  /** A registration belongs to an account as long as one of its sessions does. */
  const isHeldByAnother = (row: Pick<PhoneRow, 'user_id' | 'session_id'> | undefined, { session }: Caller) =>
    row !== undefined && row.user_id !== session.userId && sessions.find(row.session_id) !== undefined

  /** The row of the caller: the stored one, or what stands for it until something is stored. */
  function rowOf({ session, user }: Caller): PhoneRow {
    const stored = store.get(session.installationId)
    if (stored?.user_id === session.userId) return stored
    return {
      installation_id: session.installationId,
      user_id: session.userId,
      session_id: session.id,
      // A phone that knew the registration of the account before it must not continue it.
      revision: stored?.revision ?? 0,
      enabled: 1,
      categories: writeCategories(defaultCategories(user.role)),
      ...unregistered,
      updated_at: 0,
    }
  }

  const openToken = ({ installation_id, token_sealed }: PhoneRow) =>
    token_sealed === null ? undefined : secrets.open(tokenPurpose(installation_id), token_sealed)
  const openKey = ({ installation_id, key_sealed }: PhoneRow) =>
    key_sealed === null ? undefined : secrets.open(keyPurpose(installation_id), key_sealed)

  /** Undefined if it is not registered, or sealed with a key that this installation no longer has. */
  function open(row: PhoneRow): RegisteredPhone | undefined {
    const token = openToken(row)
    const key = openKey(row)
    const { environment, key_id: keyId, deployment_id: deploymentId } = row
    if (token === undefined || key === undefined) return undefined
    if (environment === null || keyId === null || deploymentId === null) return undefined
    return { row, token, environment, keyId, key: Buffer.from(key, 'base64'), deploymentId }
  }

  function setupOf(caller: Caller, row = rowOf(caller)): PushSetup {
    const { role } = caller.user
    const chosen = readCategories(row.categories).filter((one) => isAllowed(one, role))
    const has = (category: Category) => chosen.includes(category)
    const registered = open(row) !== undefined
    const tasksAllowed = isAllowed('task_failure', role)
    return {
      revision: row.revision,
      preferences: {
        enabled: row.enabled === 1,
        alerts: has('alerts'),
        security: has('security'),
        task_failure: has('task_failure'),
        task_success: has('task_success'),
        upgrades: has('upgrades'),
      },
      security_allowed: isAllowed('security', role),
      tasks_allowed: tasksAllowed,
      task_failure_available: tasksAllowed && hasTasks(),
      registered,
      delivery_available: hasRelay,
      test_available: registered && hasRelay && row.enabled === 1,
    }
  }

  function requireRevision(row: PhoneRow, expected: number): void {
    if (row.revision !== expected) throw conflict('relay.STALE_REVISION', { revision: row.revision })
  }

  function change(caller: Caller, row: PhoneRow, changes: Partial<PhoneRow>): PushSetup {
    const next = { ...row, ...changes, session_id: caller.session.id, revision: row.revision + 1, updated_at: now() }
    store.put(next)
    return setupOf(caller, next)
  }

  return {
    open,
    setup: (caller: Caller) => setupOf(caller),

    /** Undefined for sessions of no mobile app. */
    caller(sessionId: string): Caller | undefined {
      const session = sessions.find(sessionId)
      const user = session && users.get(session.userId)
      return session && user && { session, user }
    },

    configure(
      caller: Caller,
      expected: number,
      { enabled, ...wanted }: Omit<Preferences, 'upgrades'> & { upgrades?: boolean },
    ) {
      if (isHeldByAnother(store.get(caller.session.installationId), caller)) throw forbidden('relay.OTHER_ACCOUNT')
      const row = rowOf(caller)
      const stored = readCategories(row.categories)
      const upgrades = wanted.upgrades ?? stored.includes('upgrades')
      const chosen = categories.filter((one) => ({ ...wanted, upgrades })[one])
      for (const one of chosen) {
        if (!isAllowed(one, caller.user.role) && !(one === 'upgrades' && wanted.upgrades === undefined)) {
          throw forbidden('relay.ADMIN_CATEGORY', { category: one })
        }
      }
      const text = writeCategories(chosen)
      const isSame = row.revision > 0 && row.enabled === Number(enabled) && row.categories === text
      if (isSame && row.session_id === caller.session.id) return setupOf(caller, row)
      requireRevision(row, expected)
      return change(caller, row, {
        enabled: enabled ? 1 : 0,
        categories: text,
        ...(!enabled && unregistered),
      })
    },

    register(caller: Caller, input: RegistrationInput): PushSetup {
      if (!hasRelay) throw badRequest('relay.NO_RELAY')
      if (isHeldByAnother(store.get(caller.session.installationId), caller)) throw forbidden('relay.OTHER_ACCOUNT')
      const row = rowOf(caller)
      if (row.enabled === 0) throw forbidden('relay.DISABLED')
      const { installation_id: id } = row
      const { device_token, environment, content_key, content_key_id: key_id, deployment_id } = input
      const isSame =
        row.session_id === caller.session.id &&
        row.environment === environment &&
        row.key_id === key_id &&
        row.deployment_id === deployment_id &&
        openToken(row) === device_token &&
        openKey(row) === content_key
      if (isSame) return setupOf(caller, row)
      requireRevision(row, input.expected_revision)
      store.removeDirect(id)
      return change(caller, row, {
        environment,
        key_id,
        deployment_id,
        token_sealed: secrets.seal(tokenPurpose(id), device_token),
        key_sealed: secrets.seal(keyPurpose(id), content_key),
      })
    },

    /** The older route, without encryption: nothing is sent there through the relay. */
    registerDirect(caller: Caller, token: string): void {
      const { installationId: id, userId, id: sessionId } = caller.session
      const current = store.get(id)
      if (isHeldByAnother(current, caller) || isHeldByAnother(store.getDirect(id), caller)) {
        throw forbidden('relay.OTHER_ACCOUNT')
      }
      if (current?.token_sealed) change(caller, rowOf(caller), unregistered)
      const token_sealed = secrets.seal(tokenPurpose(id), token)
      store.putDirect({ installation_id: id, user_id: userId, session_id: sessionId, token_sealed, updated_at: now() })
    },

    /** Preferences stay. Returns whether there was anything to remove. */
    unregister(caller: Caller): boolean {
      const { installationId: id, userId } = caller.session
      const direct = store.getDirect(id)
      const isDirect = direct?.user_id === userId
      if (isDirect) store.removeDirect(id)
      const row = store.get(id)
      if (row?.user_id !== userId || row.token_sealed === null) return isDirect
      change(caller, row, unregistered)
      return true
    },

    /** The push service says that the phone of this revision is gone. */
    invalidate: (installationId: string, revision: number) => void store.invalidate(installationId, revision, now()),

    /** Registrations of sessions that ended while this plugin was off. */
    removeEnded(): void {
      db.transaction(() => {
        for (const id of store.sessionIds()) if (!sessions.find(id)) store.deleteFor(id)
      })
    },
  }
}
export type Phones = ReturnType<typeof makePhones>
