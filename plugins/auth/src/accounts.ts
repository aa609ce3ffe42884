import {
  badRequest,
  type Clock,
  type Core,
  conflict,
  type Database,
  forbidden,
  invalid,
  makeRateLimiter,
  notFound,
  type Principal,
  toSeconds,
  unauthorized,
} from '@svc/plugin-sdk'
import type { Audit } from '@svc/plugin-system/contract'
import { credentialsRevoked } from './contract.js'
import type { Passwords } from './passwords.js'
import type { Opened, Sessions, Visitor } from './sessions.js'
import { normalizeUsername } from './username.js'
import type { UserRow, UsersStore } from './users-store.js'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly emit: Core['emit']
  readonly users: UsersStore
  readonly sessions: Sessions
  readonly passwords: Passwords
  readonly audit: Audit
}

/** Guesses of the own old password, so that a stolen session does not become a stolen account. */
const guesses = { max: 10, windowMs: 15 * 60_000 }

/**
 * Sign-in and everything that changes a password. Hashing is slow and runs outside transactions, so each transaction
 * checks that the hash its decision was made on is still the stored one.
 */
export function makeAccounts({ db, clock, emit, users, sessions, passwords, audit }: Deps) {
  const limiter = makeRateLimiter(guesses, clock)

  function known(id: string): UserRow {
    const user = users.get(id)
    if (!user) throw notFound('the account is gone')
    return user
  }

  return {
    /** Opens a session; 401 for an unknown user and for a wrong password alike. */
    async signIn(username: string, password: string, visitor: Visitor): Promise<Opened & { user: UserRow }> {
      const user = users.named(normalizeUsername(username))
      const right = await passwords.verify(user?.password_hash, password)
      if (!user || !right) throw unauthorized()
      const opened = db.transaction(() => {
        if (users.get(user.id)?.password_hash !== user.password_hash) throw unauthorized()
        audit.write({ userId: user.id, action: 'login', ip: visitor.ip })
        return sessions.open(user.id, visitor)
      })
      for (const { id, user_id } of opened.dropped) emit(credentialsRevoked, { userId: user_id, credentialId: id })
      return { ...opened, user }
    },

    async changePassword(who: Principal, oldPassword: string, newPassword: string, ip: string): Promise<void> {
      const user = known(who.userId)
      limiter.take(user.id)
      const wrong = badRequest('old_password is not the current password')
      if (!(await passwords.verify(user.password_hash, oldPassword))) throw wrong
      limiter.refund(user.id)
      const to = await passwords.hash(newPassword)
      db.transaction(() => {
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: false, now })
        if (!changed) throw wrong
        sessions.dropOthers(user.id, who.credentialId)
        audit.write({ userId: user.id, action: 'change_password', ip })
      })
      emit(credentialsRevoked, { userId: user.id, except: who.credentialId })
    },

    /** The forced first change. `newUsername` undefined keeps the name. */
    async onboard(who: Principal, newPassword: string, newUsername: string | undefined, ip: string): Promise<void> {
      const user = known(who.userId)
      if (!user.must_change_password) throw forbidden('the account has already been set up')
      if (await passwords.verify(user.password_hash, newPassword)) {
        throw invalid('new_password', 'must differ from the current password')
      }
      const to = await passwords.hash(newPassword)
      db.transaction(() => {
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: false, now })
        if (!changed) throw forbidden('the account has already been set up')
        if (newUsername && newUsername !== user.username && !users.rename(user.id, newUsername, now)) {
          throw conflict('the username is taken')
        }
        sessions.dropOthers(user.id, who.credentialId)
        audit.write({ userId: user.id, action: 'onboarding', ip })
      })
      emit(credentialsRevoked, { userId: user.id, except: who.credentialId })
    },

    /** Gives the account a password that must be changed at the next sign-in, and ends its sessions. */
    async reset(username: string, password: string): Promise<void> {
      const user = users.named(normalizeUsername(username))
      if (!user) throw new Error(`there is no account named ${JSON.stringify(username)}`)
      const to = await passwords.hash(password)
      db.transaction(() => {
        const now = toSeconds(clock.now())
        const changed = users.changePassword({ userId: user.id, from: user.password_hash, to, mustChange: true, now })
        if (!changed) throw new Error(`the password of ${username} changed at the same moment; try again`)
        sessions.dropOthers(user.id, '')
        audit.write({ userId: 'system', action: 'reset_password', detail: { id: user.id, username: user.username } })
      })
      emit(credentialsRevoked, { userId: user.id })
    },

    signOut(who: Principal, ip: string): void {
      const dropped = db.transaction(() => {
        if (!sessions.drop(who.credentialId, who.userId)) return false
        audit.write({ userId: who.userId, action: 'logout', ip })
        return true
      })
      if (dropped) emit(credentialsRevoked, { userId: who.userId, credentialId: who.credentialId })
    },

    /** Ends one session of the caller; 404 when it is not theirs. */
    revoke(who: Principal, sessionId: string, ip: string): void {
      db.transaction(() => {
        if (!sessions.drop(sessionId, who.userId)) throw notFound('there is no such session')
        audit.write({ userId: who.userId, action: 'session_revoked', detail: { session_id: sessionId }, ip })
      })
      emit(credentialsRevoked, { userId: who.userId, credentialId: sessionId })
    },

    /** Ends what ran out, sockets included. */
    expire(): void {
      for (const { id, user_id } of sessions.dropExpired()) {
        emit(credentialsRevoked, { userId: user_id, credentialId: id })
      }
    },
  }
}
export type Accounts = ReturnType<typeof makeAccounts>
