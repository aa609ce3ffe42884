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
 * Whether the credential that began a request lives still. A slow hash gives its owner time to revoke it, so what waited
 * for one asks again, in the transaction of its change. The kernel does so when the body has arrived.
 */
export function makeLiving({ clock, sessions, keys, issuers }: Deps) {
  const hasSession = ({ userId, credentialId }: Principal) =>
    sessions.list(userId).some(({ id }) => id === credentialId)

  function hasKey({ userId, credentialId }: Principal): boolean {
    const key = keys.list(userId).find(({ id }) => id === credentialId)
    return key !== undefined && (key.expires_at === null || key.expires_at > toSeconds(clock.now()))
  }

  function lives(who: Principal): boolean {
    if (who.deadline !== undefined && who.deadline <= clock.now()) return false
    if (who.via === 'api_key') return hasKey(who)
    return hasSession(who) || (who.via === 'bearer' && issuers.all().some((issuer) => issuer.lives(who.credentialId)))
  }

  return {
    lives,
    /** 401 when it does not. */
    requireLiving(who: Principal): void {
      if (!lives(who)) throw unauthorized()
    },
  }
}
export type Living = ReturnType<typeof makeLiving>
