import { type PointRef, point, type ServiceRef, service } from '@svc/plugin-sdk'

export type { MobileDevice } from './sessions/device-schema.ts'

/** One sign-in of the phone app. */
export interface MobileSession {
  readonly id: string
  readonly userId: string
  /** chosen by the app, so two users may name the same one */
  readonly installationId: string
  readonly deviceName: string
}

export interface MobileSessions {
  /**
   * The session with this id when it can still be used: not revoked, its refresh token not expired. The id is also the
   * `Principal.credentialId` of the session's access tokens, so a route of the phone app finds its session by it.
   */
  living(id: string): MobileSession | undefined
}

/** The sessions of the phone app, read-only. */
export const mobileSessions: ServiceRef<MobileSessions> = service('mobile.sessions')

/** State that a plugin keeps for installations of the phone app, such as where to push notifications to. */
export interface InstallationState {
  readonly plugin: string
  /**
   * Inside a transaction: what is held for this user and installation, one item for each row: the id of the mobile
   * session that the row belongs to, or null when it cannot be attributed to any.
   */
  held(userId: string, installationId: string): readonly (string | null)[]
  /** Inside the transaction that ends a mobile session: drops everything that belongs to it. */
  drop(sessionId: string): void
}

/**
 * State of other plugins that ends with its mobile session and that recovery must not overlook. Keyed by plugin.
 * A plugin that was switched off for a while compares its rows with `mobileSessions` when it is ready again.
 */
export const installationStates: PointRef<InstallationState> = point('mobile.installationStates', (it) => it.plugin)
