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

/** On the first start, an account to begin with. Its password appears in the log once and nowhere else. */
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
    // Before the commit: killed here, the next start makes and prints another one. The other way round it would be lost.
    // As an error, the one level that no configuration hides: unseen, the account would be lost.
    log.error(`admin password: ${password}`)
  })
}
