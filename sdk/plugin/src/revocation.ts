import { type EventRef, event } from './refs.ts'

/** Which connections must end: those of one credential, or all of the user when `credentialId` is absent. */
export interface Revocation {
  readonly userId: string
  /** `Principal.credentialId` of the credential that ended */
  readonly credentialId?: string
  /** a credential that stays, for example the session that changed the password */
  readonly except?: string
  /**
   * Why it ended, if nobody ended it: it `expired`, or the same user signed in again in the same browser, which `replaced` it.
   * State that outlives sessions, such as subscriptions of browsers, stays then.
   */
  readonly cause?: 'expired' | 'replaced'
}

/**
 * Credentials of a user stopped being valid, or what they allow has changed. Emitted by the code that revoked them, after
 * commit. The kernel closes every WebSocket and running download they opened, so plugins need not listen for that.
 */
export const credentialsRevoked: EventRef<Revocation> = event('core.credentialsRevoked')
