import { type Clock, type Principal, type Registry, toSeconds, unauthorized } from '@svc/plugin-sdk'
import type { ApiKeysStore } from './api-keys/api-keys-store.ts'
import type { CredentialIssuer } from './contract.ts'
import type { Sessions } from './sessions/sessions.ts'

interface Deps {
  readonly clock: Pick<Clock, 'now'>
  readonly sessions: Pick<Sessions, 'list'>
  readonly keys: Pick<ApiKeysStore, 'list'>
  readonly issuers: Registry<CredentialIssuer>
}

/**
 * Re-checks the credential of a request inside the transaction of its change, because it may have been revoked while a
 * password was hashed. The kernel re-checks after reading the body.
 */
export function makeCredentialCheck({ clock, sessions, keys, issuers }: Deps) {
  const hasSession = ({ userId, credentialId }: Principal) =>
    sessions.list(userId).some(({ id }) => id === credentialId)

  function hasKey({ userId, credentialId }: Principal): boolean {
    const key = keys.list(userId).find(({ id }) => id === credentialId)
    return key !== undefined && (key.expires_at === null || key.expires_at > toSeconds(clock.now()))
  }

  function isValid(who: Principal): boolean {
    if (who.deadline !== undefined && who.deadline <= clock.now()) return false
    if (who.via === 'api_key') return hasKey(who)
    return hasSession(who) || (who.via === 'bearer' && issuers.all().some((issuer) => issuer.isValid(who.credentialId)))
  }

  return {
    isValid,
    /** Throws 401 if the credential is no longer valid. */
    requireValid(who: Principal): void {
      if (!isValid(who)) throw unauthorized()
    },
  }
}
export type CredentialCheck = ReturnType<typeof makeCredentialCheck>
