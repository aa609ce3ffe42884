import { type PointRef, point, type Role, type ServiceRef, service } from '@svc/plugin-sdk'

export type { Account, SessionView, SignedIn } from './account/account-schema.ts'
export type { UserView } from './users/user-schema.ts'

export interface User {
  readonly id: string
  readonly username: string
  readonly role: Role
  /** must change the password before anything else */
  readonly flagged: boolean
  /** Grows whenever all credentials of the user are revoked. A credential stores it when it is made. */
  readonly credentialsVersion: number
}

export interface Users {
  get(id: string): User | undefined
  /**
   * Opaque text that changes with the password, the second factor, the role and the must-change flag: what was decided
   * under another stamp must be decided again. Undefined for unknown users.
   */
  securityStamp(id: string): string | undefined
}

/** The accounts, read-only. */
export const users: ServiceRef<Users> = service('auth.users')

/** A user name and password as somebody typed them. */
export interface Attempt {
  readonly username: string
  readonly password: string
  /** six digits, or a recovery code; used only when the account has a second factor */
  readonly totpCode?: string
  /** client address */
  readonly ip: string
}

export interface SignIn {
  /**
   * Counts one attempt against the login limiter; 429 when the address has none left, audited with `subject` (what was
   * submitted as the name). Returns how to give it back after a success.
   */
  count(ip: string, subject: string): () => void
  /**
   * The whole password sign-in: 422 for empty or impossible text, 429, 401 for an unknown user, a wrong password and a
   * wrong code alike, 422 `TWO_FACTOR_REQUIRED` when a code is missing. `accept` then runs in the transaction that
   * checks once more that the account has not changed; what it throws rolls everything back. Failures are audited.
   */
  verify<T>(attempt: Attempt, accept: (user: User) => T): Promise<T>
}

/** How every plugin signs users in. */
export const signIn: ServiceRef<SignIn> = service('auth.signIn')

/** A credential that another plugin issued, found by its bearer token. */
export interface IssuedCredential {
  readonly userId: string
  readonly credentialId: string
  /** milliseconds; its fixed end */
  readonly deadline: number
}

/** A plugin that issues credentials of its own. */
export interface CredentialIssuer {
  readonly plugin: string
  /** The living credential of a bearer token. The user and the role are read by auth. */
  find(token: string): IssuedCredential | undefined
  /** Whether the credential with this id has neither been revoked nor ended. Asked in transactions, changes nothing. */
  lives(credentialId: string): boolean
  /**
   * Inside the transaction that revokes all credentials of a user: drops them, except the one with the id `except`,
   * which is given the new `credentialsVersion`. Also called before a user is deleted, without `except`.
   */
  revokeAll(userId: string, credentialsVersion: number, except: string | undefined): void
}

/** Who issues bearer tokens besides web sessions. Keyed by plugin. */
export const credentialIssuers: PointRef<CredentialIssuer> = point('auth.credentialIssuers', (item) => item.plugin)

/** Who somebody is, as a provider of sign-in says. */
export interface ForeignIdentity {
  /** stable at the provider, for example `sub` */
  readonly subject: string
  readonly email: string | null
  readonly displayName: string | null
}

/** What a sign-in at a provider began with and must end with. */
export interface ForeignFlow {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A place where users can prove who they are. */
export interface OauthProvider {
  /** in paths: lower-case letters, digits and hyphens */
  readonly id: string
  /** shown on the button */
  readonly title: string
  /** Where to send the browser. */
  authorizationUrl(flow: ForeignFlow): Promise<URL>
  /** Exchanges what came back for the identity. Throws when the provider refuses or answers nonsense. */
  identify(callback: URL, flow: ForeignFlow): Promise<ForeignIdentity>
}

/** Providers of sign-in, built in or contributed. Keyed by id. */
export const oauthProviders: PointRef<OauthProvider> = point('auth.oauthProviders', (item) => item.id)
