import { type Core, credentialsRevoked, type Registry, type Revocation as RevocationFact } from '@svc/plugin-sdk'
import type { CredentialIssuer } from './contract.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { UsersStore } from './users/users-store.ts'

interface Deps {
  readonly users: UsersStore
  readonly sessions: Sessions
  readonly issuers: Registry<CredentialIssuer>
  readonly emit: Core['emit']
}

/** Revokes credentials and notifies the holders of open connections. Call it inside a transaction. */
export const makeRevocation = ({ users, sessions, issuers, emit }: Deps) => ({
  /** Revokes sessions and credentials of other plugins, except one. API keys stay valid, but their connections close. */
  all(userId: string, except?: string): void {
    const version = users.incrementCredentialsVersion(userId)
    sessions.deleteOthers(userId, except ?? '')
    for (const issuer of issuers.all()) issuer.revokeAll(userId, version, except)
    emit(credentialsRevoked, { userId, ...(except !== undefined && { except }) })
  },
  /** Notifies about one credential that the caller has already deleted. */
  one(userId: string, credentialId: string, cause?: RevocationFact['cause']): void {
    emit(credentialsRevoked, { userId, credentialId, ...(cause && { cause }) })
  },
  /** Closes connections after a change of permissions; credentials stay valid. */
  connections(userId: string): void {
    emit(credentialsRevoked, { userId })
  },
})
export type Revocation = ReturnType<typeof makeRevocation>
