import { Type } from '@sinclair/typebox'
import { addressKey, data, invalid, type RateLimiter, type Routes } from '@svc/plugin-sdk'
import { InstallationId } from '../installation-schema.ts'
import type { Proof, Revoke } from '../sessions/revoke.ts'

interface Deps {
  readonly revoke: Revoke
  readonly revokeLimiter: RateLimiter
}

const Secret = Type.Optional(Type.String({ minLength: 1, maxLength: 512 }))

const parseProof = (revocation: string | undefined, refresh: string | undefined): Proof => {
  if (revocation !== undefined && refresh !== undefined) {
    throw invalid('refresh_token', 'mobile.NOT_COMBINED', { field: 'revocation_token' })
  }
  if (revocation !== undefined) return { kind: 'revocation_token', token: revocation }
  if (refresh !== undefined) return { kind: 'refresh_token', token: refresh }
  throw invalid('revocation_token', 'mobile.PROOF_REQUIRED')
}

export const revokeRoute =
  ({ revoke, revokeLimiter }: Deps): Routes =>
  async (app) => {
    app.post(
      '/api/mobile/auth/revoke',
      {
        config: { access: 'public' },
        onRequest: async (req) => revokeLimiter.take(addressKey(req.ip)),
        schema: {
          summary: 'Deletes the session that the token belongs to',
          body: Type.Object({ installation_id: InstallationId, revocation_token: Secret, refresh_token: Secret }),
          response: { 200: data(Type.Object({ outcome: Type.Literal('ok') })) },
        },
      },
      async ({ body, ip }) => {
        revoke(body.installation_id, parseProof(body.revocation_token, body.refresh_token), ip)
        revokeLimiter.refund(addressKey(ip))
        return { data: { outcome: 'ok' as const } }
      },
    )
  }
