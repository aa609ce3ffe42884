import { type Core, credentialsRevoked, type Registry } from '@svc/plugin-sdk'
import type { CredentialIssuer } from './contract.ts'
import type { Sessions } from './sessions/sessions.ts'
import type { UsersStore } from './users/users-store.ts'

interface Deps {
  readonly users: UsersStore
  readonly sessions: Sessions
  readonly issuers: Registry<CredentialIssuer>
  readonly emit: Core['emit']
}

/** Ends credentials and tells who holds connections open. Everything here runs inside the caller's transaction. */
export const makeRevocation = ({ users, sessions, issuers, emit }: Deps) => ({
  /** Sessions and everything issued by other plugins, except one. API keys stay, their connections do not. */
  all(userId: string, except?: string): void {
    const version = users.raiseCredentialsVersion(userId)
    sessions.dropOthers(userId, except ?? '')
    for (const issuer of issuers.all()) issuer.revokeAll(userId, version, except)
    emit(credentialsRevoked, { userId, ...(except !== undefined && { except }) })
  },
  /** One that its owner has already dropped. */
  one(userId: string, credentialId: string): void {
    emit(credentialsRevoked, { userId, credentialId })
  },
  /** What the user may do has changed: credentials live on, connections made under the old rights do not. */
  connections(userId: string): void {
    emit(credentialsRevoked, { userId })
  },
})
export type Revocation = ReturnType<typeof makeRevocation>
