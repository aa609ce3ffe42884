import { type PointRef, type Principal, point, type Role, type ServiceRef, service } from '@svc/plugin-sdk'

export type { Account, SessionView, SignedIn } from './account/account-schema.ts'
export { OwnerProofBody } from './account/owner-proof-schema.ts'
export { PasswordText, UsernameText } from './sign-in/credential-schema.ts'
export type { UserView } from './users/user-schema.ts'

export interface User {
  readonly id: string
  readonly username: string
  readonly role: Role
  /** must change the password first; most routes answer 403 until then */
  readonly flagged: boolean
  /** Incremented whenever all credentials of the user are revoked. Each credential stores the value of its creation. */
  readonly credentialsVersion: number
}

export interface Users {
  get(id: string): User | undefined
  /**
   * Opaque text that changes with the password, the second factor, the role and the must-change flag. A decision made
   * under another stamp is stale. Undefined for unknown users.
   */
  securityStamp(id: string): string | undefined
}

/** Read access to user accounts. */
export const users: ServiceRef<Users> = service('auth.users')

/** Client addresses of valid web sessions: from which they were opened, and used last. */
export interface SessionAddresses {
  list(): readonly string[]
}

export const sessionAddresses: ServiceRef<SessionAddresses> = service('auth.sessionAddresses')

/** A password sign-in attempt. */
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
   * Counts an attempt against the login limit of the address. Throws 429 when it is exceeded, audited with `subject`, the
   * submitted name. Returns a function that refunds the attempt after a success.
   */
  countAttempt(ip: string, subject: string): () => void
  /** Audits a failed sign-in of another kind as `login_failed`: ten a second at most, then their number. */
  auditFailure(detail: Readonly<Record<string, unknown>>, ip: string): void
  /**
   * A complete password sign-in. Throws 422 for a password with too many bytes, 429 when limited, 401 for an unknown user, wrong password or
   * wrong code alike, and 422 `TWO_FACTOR_REQUIRED` when the code is missing. `accept` runs in the transaction that
   * re-checks the account; an error thrown by it rolls everything back. Failures are audited.
   */
  verify<T>(attempt: Attempt, accept: (user: User) => T): Promise<T>
}

/** Password sign-in for every plugin. */
export const signIn: ServiceRef<SignIn> = service('auth.signIn')

/** Who must prove their identity, and for which action. */
export interface StepUpRequest {
  readonly who: Principal
  /** the audit action, for example `2fa_disable` */
  readonly act: string
  readonly ip: string
}

/** Proof of identity: the password, or a code of the second factor if the account has no password. */
export interface SubmittedProof {
  readonly password?: string | undefined
  readonly code?: string | undefined
}

/**
 * Runs `act` in a transaction after verifying that the caller owns the account, not only a session of it. Throws 422 when the
 * proof is missing, 400 when it is wrong, and 429 after too many; failures are audited.
 */
export type OwnerProof = <T>(request: StepUpRequest, proof: SubmittedProof, act: () => T) => Promise<T>

/** Asks for the password again, before what a stolen session alone should not be able to do; `OwnerProofBody` has its fields. */
export const ownerProof: ServiceRef<OwnerProof> = service('auth.ownerProof')

/** A credential issued by another plugin. */
export interface IssuedCredential {
  readonly userId: string
  readonly credentialId: string
  /** epoch milliseconds at which it expires */
  readonly deadline: number
}

/** A plugin that issues credentials of its own. */
export interface CredentialIssuer {
  readonly plugin: string
  /** The valid credential of a bearer token. Auth itself reads user and role. */
  find(token: string): IssuedCredential | undefined
  /** Whether the credential is neither revoked nor expired. Called inside transactions; must not write. */
  isValid(credentialId: string): boolean
  /**
   * Deletes all credentials of a user except the one with the id `except`, which gets the new `credentialsVersion`. Called
   * inside a transaction, also before a user is deleted (then without `except`).
   */
  revokeAll(userId: string, credentialsVersion: number, except: string | undefined): void
}

/** Issuers of bearer tokens besides web sessions. Keyed by plugin. */
export const credentialIssuers: PointRef<CredentialIssuer> = point('auth.credentialIssuers', (item) => item.plugin)

/** An identity asserted by a sign-in provider. */
export interface ExternalIdentity {
  /** stable id at the provider, for example `sub` */
  readonly subject: string
  readonly email: string | null
  readonly displayName: string | null
}

/** Parameters of an OAuth flow; the callback must match them. */
export interface OauthFlow {
  readonly redirectUri: string
  readonly state: string
  readonly nonce: string
  readonly codeVerifier: string
}

/** A sign-in provider. */
export interface OauthProvider {
  /** used in paths: lower-case letters, digits and hyphens */
  readonly id: string
  /** shown on the button */
  readonly title: string
  /** Where to send the browser. */
  authorizationUrl(flow: OauthFlow): Promise<URL>
  /** Exchanges the callback for the identity. Throws when the provider refuses or its response is invalid. */
  identify(callback: URL, flow: OauthFlow): Promise<ExternalIdentity>
}

/** Sign-in providers, built in or contributed. Keyed by id. */
export const oauthProviders: PointRef<OauthProvider> = point('auth.oauthProviders', (item) => item.id)

/** An account for everybody who is not signed in. */
export interface GuestAccount {
  readonly plugin: string
  readonly username: string
  readonly role: Role
}

/**
 * With an item, whoever comes without a credential is signed in as this account. It is made at the first start, in place of
 * the administrator with a printed password. Keyed by plugin.
 */
export const guestAccounts: PointRef<GuestAccount> = point('auth.guestAccounts', (item) => item.plugin)
