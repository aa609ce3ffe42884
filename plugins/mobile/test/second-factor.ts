import { secrets } from '@svc/plugin-system/contract'
import { TOTP } from 'otpauth'
import type { Person, World } from './world.ts'

/** What an authenticator app shows now. */
export const shownBy = (world: World, secret?: string) => {
  const totp = new TOTP({ algorithm: 'SHA1', digits: 6, period: 30, ...(secret !== undefined && { secret }) })
  return { secret: totp.secret.base32, now: () => totp.generate({ timestamp: world.kernel.clock.now() }) }
}

/** Gives an account a second factor, unseen by anybody; returns how to make a code of it. */
export function secondFactor(world: World, person: Person): () => string {
  const { secret, now } = shownBy(world)
  const sealed = world.kernel.service(secrets).seal(`auth.totp:${person.id}`, secret)
  world.kernel.database.prepare('INSERT INTO auth_second_factors VALUES (?, ?, 0, 0)').run(person.id, sealed)
  return now
}
