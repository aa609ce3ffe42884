import { type EventRef, event, type Role, type ServiceRef, service } from '@svc/plugin-sdk'

export type { Account, SessionView, SignedIn } from './account-schema.js'

export interface User {
  readonly id: string
  readonly username: string
  readonly role: Role
}

export interface Users {
  get(id: string): User | undefined
}

/** The accounts, read-only. */
export const users: ServiceRef<Users> = service('auth.users')

/** Which sockets and streams must close: those of one credential, or all of the user when `credentialId` is absent. */
export interface Revocation {
  readonly userId: string
  readonly credentialId?: string
  /** a credential that stays, for example the session that changed the password */
  readonly except?: string
}

/** Credentials of a user stopped being valid. Holders of open connections close them at once. */
export const credentialsRevoked: EventRef<Revocation> = event('auth.credentialsRevoked')
