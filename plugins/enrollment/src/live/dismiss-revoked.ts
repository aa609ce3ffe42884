import type { Revocation } from '@svc/plugin-sdk'
import type { Hub } from './hub.js'
import { credentialEnded } from './live-socket.js'

/** Closes the live sockets of credentials that stopped being valid. */
export const dismissRevoked =
  (hub: Hub) =>
  ({ userId, credentialId, except }: Revocation) =>
    hub.dismiss(
      (principal) =>
        principal.userId === userId &&
        (credentialId === undefined || principal.credentialId === credentialId) &&
        principal.credentialId !== except,
      credentialEnded,
      'credential revoked',
    )
