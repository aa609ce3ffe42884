import { randomUUID } from 'node:crypto'
import { type Clock, type Database, type Logger, toSeconds } from '@svc/plugin-sdk'
import type { Passwords } from '../passwords/passwords.ts'
import { makeToken } from '../token.ts'
import type { UsersStore } from './users-store.ts'

interface Deps {
  readonly db: Database
  readonly clock: Pick<Clock, 'now'>
  readonly log: Logger
  readonly users: UsersStore
  readonly passwords: Passwords
}

/** Creates the first account on the first start. Its password is logged once and not stored anywhere else. */
export async function createInitialAdmin({ db, clock, log, users, passwords }: Deps): Promise<void> {
  if (!users.isEmpty()) return
  const password = makeToken()
  const passwordHash = await passwords.hash(password)
  db.transaction(() => {
    users.insert({
      id: randomUUID(),
      username: 'admin',
      passwordHash,
      role: 'admin',
      mustChange: true,
      hasPassword: true,
      now: toSeconds(clock.now()),
    })
    // Log before the commit: if the process dies in between, the next start creates and logs another password.
    // Log as error, the one level that no log.level hides: without the password the account is lost.
    log.error(`admin password: ${password}`)
  })
}
