import { type PointRef, point, type ServiceRef, service } from '@svc/plugin-sdk'

export type { MobileDevice } from './sessions/device-schema.ts'

/** A session of a mobile app. */
export interface MobileSession {
  readonly id: string
  readonly userId: string
  /** chosen by the app, so not unique across users */
  readonly installationId: string
  readonly deviceName: string
}

export interface MobileSessions {
  /**
   * The session with this id, unless it is revoked or its refresh token has expired. The id is also the
   * `Principal.credentialId` of its access tokens.
   */
  find(id: string): MobileSession | undefined
}

/** Read access to the sessions of mobile apps. */
export const mobileSessions: ServiceRef<MobileSessions> = service('mobile.sessions')

/** State of another plugin that belongs to app installations, such as push registrations. */
export interface InstallationState {
  readonly plugin: string
  /**
   * The mobile session id of each row of this user and installation; null for rows without a known session. Called inside
   * a transaction.
   */
  sessionIds(userId: string, installationId: string): readonly (string | null)[]
  /** Deletes everything that belongs to the session. Called inside the transaction that ends it. */
  deleteFor(sessionId: string): void
}

/**
 * State of other plugins that is deleted with its mobile session and that recovery takes into account. Keyed by plugin.
 * A plugin that was disabled meanwhile must compare its rows with `mobileSessions` in `ready`.
 */
export const installationStates: PointRef<InstallationState> = point('mobile.installationStates', (it) => it.plugin)
