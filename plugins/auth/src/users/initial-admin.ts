import { randomUUID } from 'node:crypto'
import { type Clock, type Database, type Registry, toSeconds } from '@svc/plugin-sdk'
import type { GuestAccount } from '../contract.ts'
import type { Passwords } from '../passwords/passwords.ts'
import { makeToken } from '../token.ts'
import type { UsersStore } from './users-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly passwords: Passwords
  readonly guests: Registry<GuestAccount>
  announce(sentence: string): void
}

/** The first account, on the first start. */
export interface InitialAdmin {
  /** Hashes its password, if it is missing. */
  prepare(): Promise<void>
  /** Creates it. Its password is printed once and not stored anywhere. */
  create(): void
}

export function makeInitialAdmin({ db, clock, users, passwords, guests, announce }: Deps): InitialAdmin {
  let prepared: { readonly id: string; readonly password: string; readonly passwordHash: string } | undefined
  return {
    async prepare() {
      if (!users.isEmpty()) return
      const id = randomUUID()
      const password = makeToken()
      prepared = { id, password, passwordHash: await passwords.hash(password, { userId: id }) }
    },
    create() {
      if (!prepared || !users.isEmpty()) return
      const { id, password, passwordHash } = prepared
      prepared = undefined
      const [guest] = guests.all()
      const { username, role } = guest ?? { username: 'admin', role: 'admin' }
      const isGuest = guest !== undefined
      db.transaction(() => {
        users.insert({
          id,
          username,
          passwordHash,
          role,
          mustChange: !isGuest,
          hasPassword: !isGuest,
          now: toSeconds(clock.now()),
        })
        // Nobody ever signs in to it with a password.
        if (isGuest) return
        // Before the commit: if the process dies in between, the next start creates and prints another password.
        announce(`admin password: ${password}`)
      })
    },
  }
}
