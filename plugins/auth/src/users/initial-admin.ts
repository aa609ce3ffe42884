import { randomUUID } from 'node:crypto'
import { type Clock, type Database, toSeconds } from '@svc/plugin-sdk'
import type { Passwords } from '../passwords/passwords.ts'
import { makeToken } from '../token.ts'
import type { UsersStore } from './users-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly users: UsersStore
  readonly passwords: Passwords
  announce(sentence: string): void
}

/** The first account, on the first start. */
export interface InitialAdmin {
  /** Hashes its password, if it is missing. */
  prepare(): Promise<void>
  /** Creates it. Its password is printed once and not stored anywhere. */
  create(): void
}

export function makeInitialAdmin({ db, clock, users, passwords, announce }: Deps): InitialAdmin {
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
      db.transaction(() => {
        users.insert({
          id,
          username: 'admin',
          passwordHash,
          role: 'admin',
          mustChange: true,
          hasPassword: true,
          now: toSeconds(clock.now()),
        })
        // Before the commit: if the process dies in between, the next start creates and prints another password.
        announce(`admin password: ${password}`)
      })
    },
  }
}
